# Built by a JDK 17, as the project demands; run on a JDK 25, which is faster.
FROM maven:3.9-eclipse-temurin-17 AS build
WORKDIR /build
COPY pom.xml ./
COPY db db
COPY src src
RUN mvn -B -q -DskipTests package \
 && java -Djarmode=tools -jar target/tracejoin.jar extract --layers --destination target/layers

FROM eclipse-temurin:25-jre
LABEL org.opencontainers.image.title="Tracejoin" \
      org.opencontainers.image.description="Joins load-test records with OpenTelemetry spans and says where each millisecond went"
RUN groupadd --gid 10001 tracejoin \
 && useradd --uid 10001 --gid 10001 --no-create-home --shell /usr/sbin/nologin tracejoin
WORKDIR /app
# What changes seldom comes first: a new version moves only its own layer.
COPY --from=build /build/target/layers/dependencies/ ./
COPY --from=build /build/target/layers/snapshot-dependencies/ ./
COPY --from=build /build/target/layers/application/ ./
USER 10001:10001
# Half of the container's limit is heap; buffers of the database driver, gRPC and Tomcat need the rest.
# /tmp is the only path that is written to: the root file system may be read-only.
ENV JAVA_TOOL_OPTIONS="-XX:MaxRAMPercentage=50 -XX:+ExitOnOutOfMemoryError -Djava.io.tmpdir=/tmp"
EXPOSE 8080 4317 4318
# Bash alone: the image has no HTTP client.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/8080 && printf 'GET /actuator/health/readiness HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n' >&3 && head -1 <&3 | grep -q ' 200'"]
ENTRYPOINT ["java", "-jar", "tracejoin.jar"]
