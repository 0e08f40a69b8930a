package io.tracejoin.tracing;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.tracejoin.ingest.SpanStore;
import io.tracejoin.ingest.client.RecordStore;
import io.tracejoin.join.JoinQueue;
import io.tracejoin.report.ReportStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.util.ClassUtils;

/**
 * Observes what features ask of the database at their ports: a batch of spans or records that is
 * stored, a batch of traces that is joined, what a report reads and computes. Who they are asked
 * for, and what they hold, is not told.
 */
final class ObservedPorts implements BeanPostProcessor {

  /** Marks what had nothing to do. */
  static final class Idle {
    private Idle() {}
  }

  /** Its classes are nobody's to inject but by their ports. */
  private static final String STORE = "io.tracejoin.store";

  private record Port(Class<?> type, Set<String> methods, String name) {}

  private static final List<Port> PORTS =
      List.of(
          new Port(SpanStore.class, Set.of("store"), "tracejoin.spans.store"),
          new Port(RecordStore.class, Set.of("store"), "tracejoin.records.store"),
          new Port(JoinQueue.class, Set.of("settle"), "tracejoin.join.batch"),
          new Port(ReportStore.class, Set.of("snapshot", "read"), "tracejoin.report.compute"));

  private final ObjectProvider<ObservationRegistry> registry;

  ObservedPorts(ObjectProvider<ObservationRegistry> registry) {
    this.registry = registry;
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String beanName) {
    for (Port port : PORTS) {
      if (port.type.isInstance(bean) && bean.getClass().getPackageName().equals(STORE)) {
        return Proxy.newProxyInstance(
            port.type.getClassLoader(),
            ClassUtils.getAllInterfaces(bean),
            (proxy, method, arguments) -> call(port, bean, method, arguments));
      }
    }
    return bean;
  }

  private Object call(Port port, Object bean, Method method, Object[] arguments) throws Throwable {
    if (!port.methods.contains(method.getName())
        || !method.getDeclaringClass().isAssignableFrom(port.type)) {
      return invoke(bean, method, arguments);
    }
    Observation observation = Observation.createNotStarted(port.name, registry.getObject()).start();
    try (Observation.Scope ignored = observation.openScope()) {
      Object answer = invoke(bean, method, arguments);
      if (Integer.valueOf(0).equals(answer)) {
        observation.getContext().put(Idle.class, true);
      }
      return answer;
    } catch (Throwable failure) {
      // Its class alone: a message may quote what was asked or stored.
      observation.highCardinalityKeyValue("error.type", failure.getClass().getName());
      throw failure;
    } finally {
      observation.stop();
    }
  }

  private static Object invoke(Object bean, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(bean, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
