package io.tracejoin.security;

import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.tracejoin.ingest.RefusedExports;
import io.tracejoin.ingest.otlp.OtlpErrors;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.dao.DataAccessException;
import org.springframework.grpc.server.GlobalServerInterceptor;
import org.springframework.stereotype.Component;

/**
 * Lets a gRPC call in, or answers why not. Health is open, since probes carry no token; reflection
 * is for any token.
 */
@Component
@GlobalServerInterceptor
@Order(Ordered.HIGHEST_PRECEDENCE)
final class GrpcDoor implements ServerInterceptor {

  private static final Logger LOG = LoggerFactory.getLogger(GrpcDoor.class);
  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
  private static final Set<Role> ANY = Set.of(Role.values());

  private final Authenticator authenticator;
  private final RefusedExports exports;

  GrpcDoor(Authenticator authenticator, RefusedExports exports) {
    this.authenticator = authenticator;
    this.exports = exports;
  }

  @Override
  public <Q, A> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    String service = String.valueOf(call.getMethodDescriptor().getServiceName());
    try {
      require(service, call, headers);
    } catch (Refused refused) {
      if (OtlpErrors.isTraceService(service)) {
        exports.count(refused.reason().code());
      }
      return close(call, OtlpErrors.status(failure(refused)), OtlpErrors.details(failure(refused)));
    } catch (DataAccessException away) {
      LOG.warn("a caller cannot be checked: {}", away.toString());
      return close(
          call, Status.UNAVAILABLE.withDescription("the database does not answer"), new Metadata());
    }
    return next.startCall(call, headers);
  }

  private void require(String service, ServerCall<?, ?> call, Metadata headers) {
    Set<Role> needed = needed(service);
    if (needed.equals(AccessRules.PUBLIC)) {
      return;
    }
    Caller caller =
        authenticator.caller(
            new Authenticator.Shown(headers.get(AUTHORIZATION), null, address(call)));
    if (caller == null) {
      throw new Refused(Refused.Reason.NO_TOKEN);
    }
    if (!caller.may(needed)) {
      throw new Refused(Refused.Reason.INSUFFICIENT_ROLE);
    }
  }

  private static Set<Role> needed(String service) {
    return switch (service) {
      case "grpc.health.v1.Health" -> AccessRules.PUBLIC;
      case "grpc.reflection.v1.ServerReflection", "grpc.reflection.v1alpha.ServerReflection" -> ANY;
      default -> Set.of(OtlpErrors.isTraceService(service) ? Role.INGEST : Role.ADMIN);
    };
  }

  private static String address(ServerCall<?, ?> call) {
    SocketAddress remote = call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
    return remote instanceof InetSocketAddress internet && internet.getAddress() != null
        ? internet.getAddress().getHostAddress()
        : "local";
  }

  private static OtlpErrors.Failure failure(Refused refused) {
    return new OtlpErrors.Failure(
        refused.httpStatus(), HttpRefusals.code(refused), refused.detail(), refused.retryAfter());
  }

  private static <Q> ServerCall.Listener<Q> close(
      ServerCall<Q, ?> call, Status status, Metadata details) {
    call.close(status, details);
    return new ServerCall.Listener<>() {};
  }
}
