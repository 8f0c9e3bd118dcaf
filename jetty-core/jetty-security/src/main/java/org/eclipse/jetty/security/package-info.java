/**
 * Security of contexts.
 *
 * <pre>
 * SecurityHandler: constraint of the path
 *     FORBIDDEN                     403
 *     transport SECURE, clear text  redirect to the secure port, 403 if there is none
 *     nobody in particular          handled; who asks for the user is authenticated then (deferred)
 *     a user or roles               Authenticator.validateRequest -&gt; challenge, failure, or a UserIdentity
 *                                       -&gt; LoginService: name and credential -&gt; UserIdentity
 *                                   roles of the identity -&gt; handled or 403
 * </pre>
 */
@NullMarked
package org.eclipse.jetty.security;

import org.jspecify.annotations.NullMarked;
