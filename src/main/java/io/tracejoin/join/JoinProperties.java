package io.tracejoin.join;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Positive;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of the join.
 *
 * @param batchTraces about how many traces a joiner takes at once
 * @param workers joiners of this process; 0 leaves the join to other replicas
 * @param reach how far from a run's sends a root may start
 * @param linger how long work waits before it is taken: the spans and the record of a request come
 *     shortly after each other, and are joined once where both are there
 * @param maxSpans spans of one trace that are looked at; of more the roots and those with a phase
 * @param maxRecords client records of one trace that are looked at; of more the first
 */
@Validated
@ConfigurationProperties("tracejoin.join")
public record JoinProperties(
    @DefaultValue("2000") @Positive int batchTraces,
    @DefaultValue("2") @Min(0) @Max(64) int workers,
    @DefaultValue("15m") Duration reach,
    @DefaultValue("250ms") @DurationMin(seconds = 0) @DurationMax(minutes = 1) Duration linger,
    @DefaultValue("10000") @Min(100) @Max(1_000_000) int maxSpans,
    @DefaultValue("100000") @Min(100) @Max(1_000_000) int maxRecords) {}
