package io.tracejoin.join;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How exact clocks are taken to be.
 *
 * @param tolerance allowance for coarse clocks
 */
@ConfigurationProperties("tracejoin")
record ToleranceProperties(@DefaultValue("2ms") Duration tolerance) {}
