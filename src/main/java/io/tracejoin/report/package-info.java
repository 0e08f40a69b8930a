/** What can be asked of many requests. */
@NullMarked
package io.tracejoin.report;

import org.jspecify.annotations.NullMarked;
