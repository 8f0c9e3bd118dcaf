/** The state of logins under way, the sessions that a provider can end, and the rules of ID tokens. */
@NullMarked
package org.eclipse.jetty.security.openid.internal;

import org.jspecify.annotations.NullMarked;
