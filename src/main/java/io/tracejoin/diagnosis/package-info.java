/** What moved between two samples of requests, and whose fault that probably is. Pure. */
@NullMarked
package io.tracejoin.diagnosis;

import org.jspecify.annotations.NullMarked;
