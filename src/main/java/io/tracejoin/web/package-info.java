/** REST controllers and errors. */
@NullMarked
package io.tracejoin.web;

import org.jspecify.annotations.NullMarked;
