package io.tracejoin.join;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Positive;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of the join.
 *
 * @param batchTraces about how many traces a joiner takes at once
 * @param workers joiners of this process; 0 leaves the join to other replicas
 * @param reach how far from a run's sends a root may start
 */
@Validated
@ConfigurationProperties("tracejoin.join")
public record JoinProperties(
    @DefaultValue("2000") @Positive int batchTraces,
    @DefaultValue("2") @Min(0) @Max(64) int workers,
    @DefaultValue("15m") Duration reach) {}
