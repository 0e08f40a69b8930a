package io.tracejoin.store;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of the embedded PostgreSQL, which is used where no {@code spring.datasource.url} is set.
 *
 * @param dataDir kept across restarts; one service at a time
 * @param port on the loopback interface; 0: any free one
 * @param cacheDir where the server's binaries are unpacked once; else {@code ~/.cache/tracejoin},
 *     or below {@code dataDir} where there is no writable home
 * @param startTimeout how long the server may take to be ready, recovery after a crash included
 */
@Validated
@ConfigurationProperties("tracejoin.embedded-postgres")
record EmbeddedPostgresProperties(
    @DefaultValue("./data/postgres") Path dataDir,
    @DefaultValue("0") @Min(0) @Max(65535) int port,
    @Nullable Path cacheDir,
    @DefaultValue("5m") Duration startTimeout) {}
