package io.tracejoin.web;

import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * What senders may ask of the threads that read them.
 *
 * @param uploads uploads of client records that are read at once; a further one is answered 429
 * @param others other bodies that are read at once on the port of REST; likewise
 * @param patience within which a body, other than an upload's, must have come
 * @param leastRate what the body adds to that time: it may take longer by its size over this a
 *     second
 */
@Validated
@ConfigurationProperties("tracejoin.bodies")
record BodyLimits(
    @DefaultValue("64") @Min(1) int uploads,
    @DefaultValue("64") @Min(1) int others,
    @DefaultValue("30s") Duration patience,
    @DefaultValue("16KB") DataSize leastRate) {}
