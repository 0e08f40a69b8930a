/** Who may do what: tokens, sessions, roles, and the doors of all three ports. */
@NullMarked
package io.tracejoin.security;

import org.jspecify.annotations.NullMarked;
