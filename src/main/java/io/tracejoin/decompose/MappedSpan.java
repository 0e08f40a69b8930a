package io.tracejoin.decompose;

import org.jspecify.annotations.Nullable;

/**
 * A span with the rule that took it.
 *
 * @param depth received spans above it
 * @param profile the rule's profile; null where no rule matches
 * @param rule place of the rule in its profile, from 0; -1 where no rule matches
 * @param ignored the rule says that the span takes no part
 * @param phase what the span is in this trace, or null
 */
public record MappedSpan(
    Span span,
    int depth,
    @Nullable String profile,
    int rule,
    boolean ignored,
    @Nullable Phase phase) {}
