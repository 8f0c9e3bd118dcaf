/** Login at an OpenID provider by the authorization code flow. */
@NullMarked
package org.eclipse.jetty.security.openid;

import org.jspecify.annotations.NullMarked;
