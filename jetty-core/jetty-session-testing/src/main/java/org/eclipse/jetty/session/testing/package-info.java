/**
 * The contract of session stores as tests, and what helps to run them with real servers.
 *
 * <pre>
 * class MyStoreTest extends SessionDataStoreContract {
 *     &#64;Override
 *     protected AbstractSessionDataStoreFactory newFactory() {
 *         return new MyStoreFactory(...);      // of the same storage each time: that of another server
 *     }
 * }
 * </pre>
 */
@NullMarked
package org.eclipse.jetty.session.testing;

import org.jspecify.annotations.NullMarked;
