/**
 * Sessions in a map of Hazelcast: of a member in this JVM, or of a cluster by a client.
 *
 * <pre>
 * HazelcastSessionDataStoreFactory factory = new HazelcastSessionDataStoreFactory();
 * factory.setOnlyClient(true);
 * factory.setAddresses("hazelcast.example:5701");
 * server.addBean(factory);
 * server.addBean(new NullSessionCacheFactory());   // each request asks the store: servers share all sessions
 * </pre>
 */
@NullMarked
package org.eclipse.jetty.hazelcast.session;

import org.jspecify.annotations.NullMarked;
