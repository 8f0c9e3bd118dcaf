/**
 * A cache of sessions in memcached, in front of a store that several servers share.
 *
 * <pre>
 * MemcachedSessionDataMapFactory cache = new MemcachedSessionDataMapFactory();
 * cache.setAddresses(new InetSocketAddress("memcached.example", 11211));
 * CachingSessionDataStoreFactory factory = new CachingSessionDataStoreFactory();
 * factory.setSessionDataMapFactory(cache);
 * factory.setSessionStoreFactory(stores);
 * server.addBean(factory);
 * </pre>
 */
@NullMarked
package org.eclipse.jetty.memcached.session;

import org.jspecify.annotations.NullMarked;
