/**
 * Sessions.
 *
 * <pre>
 * SessionIdManager   one per server: ids, which are unique among all contexts; the HouseKeeper that looks for expired ones
 *   SessionManager   one per context: cookies, listeners, the sessions of its requests
 *     SessionTracking    how requests and links carry ids: cookies, path parameters
 *     SessionLookup      the valid sessions of ids
 *     SessionExpiry      timers that fired, and the look for what has expired
 *     SessionCache       sessions in memory, by their ids; decides when they are loaded, saved and evicted
 *       SessionDataStore   the data of sessions beyond this JVM or process; none, files, ...
 *
 * a session:  VALID --beginInvalidate--&gt; INVALIDATING --finishInvalidate--&gt; INVALID
 * its use:    resident in the cache; requests counts those that use it; expired when unused for its inactive interval
 * </pre>
 */
@NullMarked
package org.eclipse.jetty.session;

import org.jspecify.annotations.NullMarked;
