package io.tracejoin.store;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Which mapping is in force.
 *
 * @param mapping a YAML document, which may extend the shipped one: a path, or a resource such as
 *     {@code classpath:mappings/x.yaml}
 */
@ConfigurationProperties("tracejoin")
record MappingProperties(@DefaultValue("classpath:mappings/llm-gateway.yaml") String mapping) {}
