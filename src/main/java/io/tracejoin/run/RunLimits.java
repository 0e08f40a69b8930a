package io.tracejoin.run;

import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How many runs there may be: whoever may send can name new ones.
 *
 * @param max runs; a further one is refused
 */
@Validated
@ConfigurationProperties("tracejoin.runs")
record RunLimits(@DefaultValue("10000") @Min(1) int max) {}
