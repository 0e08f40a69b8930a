/** PostgreSQL: implements the ports of the features; the only bulk SQL. */
@NullMarked
package io.tracejoin.store;

import org.jspecify.annotations.NullMarked;
