/**
 * Single sign-on: a login in one application counts in others of the same realm, and a logout ends it in all.
 *
 * <pre>
 * browser            one cookie of the host, or of a domain:  id "." secret
 *                        Path=/, HttpOnly, SameSite=Lax, Secure over TLS; both parts are random; each login gives another secret
 *
 * store of sign-ons  id -&gt; realm, user, roles, authentication type, time of the login, SHA-256 of the secret
 *                        in memory, or in the store that servers share for their sessions (files are of one server)
 *                        ends by a logout, without use (idle timeout), or some time after the login (maximum age)
 *                    id "_use" -&gt; the time of the last use, apart, so that saving it never brings back a sign-on or a secret
 *
 * session            of an application, whatever server it is on: the id of the sign-on that it belongs to
 * </pre>
 *
 * <p>The id alone finds a sign-on: sessions refer to it, so that they need not follow when the secret changes. Clients need both.
 * What is in the store is not enough to be let in, as the secret is not there.
 *
 * <pre>
 * request                                            outcome
 * session belongs to a sign-on that has ended        the session is invalidated, its listeners are called
 * session belongs to another user of the realm      the same: the browser has another user now
 * cookies of several users                           that of the session counts, otherwise none
 * credentials or a login of its own                  the authenticator decides
 * sign-on of the realm of the context                the login service of the context restores the user by name: roles are its own,
 *                                                    or those of the login if both services are the server's
 * sign-on of another realm, or too old for it        the authenticator asks for a login
 *
 * login                                              another secret; another sign-on where the user is another
 * two tabs log in at the same time                   one sign-on, or that of the later login if the users differ: the login page gave both a cookie
 * logout, or the application invalidates a session   the sign-on ends: other sessions of this server at once, those of other servers
 *                                                    with their next request, or within the check interval
 * session expires                                    the sign-on stays
 * </pre>
 *
 * <p>Tabs whose logins were answered by two servers in the same moment have two sign-ons, and each ends by a logout of its own or without use.
 *
 * <p>Mechanisms that keep a login in the session (FORM, OPENID) begin a sign-on by it. With BASIC, DIGEST, SPNEGO and client
 * certificates each request has credentials: the first page that a browser loads begins one, and a logout lasts until the browser sends
 * its credentials again, which it does without asking the user. These mechanisms have no logout of their own.
 */
@NullMarked
package org.eclipse.jetty.security.sso;

import org.jspecify.annotations.NullMarked;
