/**
 * Splits one request's time along its spans: identifiers, spans, mapping, root, exclusive
 * attribution, measures, anomalies. Pure.
 */
@NullMarked
package io.tracejoin.decompose;

import org.jspecify.annotations.NullMarked;
