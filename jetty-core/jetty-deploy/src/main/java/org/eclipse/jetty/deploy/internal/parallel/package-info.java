/**
 * Several versions of one application at one place.
 *
 * <p>The applications {@code shop##1} and {@code shop##2} are both at {@code /shop}. A request of a client that has a session
 * goes to the version that has it; others go to the newest one. The newest one may be a canary: then only a share of the new
 * clients goes there, and it is withdrawn when too many of its responses fail.
 *
 * <pre>
 * ContextHandlerCollection -&gt; ContextHandler of shop##2 -&gt; RequestSelector: ParallelVersions chose "2"?   no: the next one
 *                             ContextHandler of shop##1 -&gt; RequestSelector: ParallelVersions chose "1"?   yes: it handles
 * </pre>
 *
 * <p>{@link org.eclipse.jetty.deploy.internal.parallel.ParallelVersions} is an immutable list in a volatile field, changed under
 * the lock of the scanner and read by requests. A request asks it once, and keeps the answer as an attribute.
 */
@NullMarked
package org.eclipse.jetty.deploy.internal.parallel;

import org.jspecify.annotations.NullMarked;
