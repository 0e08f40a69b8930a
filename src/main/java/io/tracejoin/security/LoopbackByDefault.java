package io.tracejoin.security;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;

/**
 * Closed by default: a service that asks nobody for a token listens on loopback, on all ports, and
 * does not start on another address. Before anything else, since ports are bound early.
 */
public final class LoopbackByDefault implements EnvironmentPostProcessor, Ordered {

  private static final String WEB = "server.address";
  private static final String GRPC = "spring.grpc.server.address";
  private static final String MANAGEMENT = "management.server.address";
  private static final String MANAGEMENT_PORT = "management.server.port";

  @Override
  public void postProcessEnvironment(
      ConfigurableEnvironment environment, SpringApplication application) {
    if (Closed.declared(environment) != null) {
      return;
    }
    Map<String, Object> loopback = new HashMap<>();
    listen(environment, WEB, loopback);
    listen(environment, GRPC, loopback);
    if (environment.containsProperty(MANAGEMENT_PORT)) {
      listen(environment, MANAGEMENT, loopback);
    }
    environment.getPropertySources().addFirst(new MapPropertySource("loopback", loopback));
  }

  private static void listen(Environment environment, String property, Map<String, Object> set) {
    String address = environment.getProperty(property, "");
    if (address.isBlank()) {
      set.put(property, "127.0.0.1");
    } else if (!isLoopback(address)) {
      throw new OpenToOthersException(property, address);
    }
  }

  private static boolean isLoopback(String address) {
    try {
      return InetAddress.getByName(address).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** After the configuration files were read. */
  @Override
  public int getOrder() {
    return LOWEST_PRECEDENCE;
  }
}
