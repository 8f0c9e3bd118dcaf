/**
 * Sessions in a cache of Infinispan: embedded, of which each server is a member, or of servers of Infinispan by HotRod.
 *
 * <pre>
 * InfinispanSessionDataStoreFactory factory = new InfinispanSessionDataStoreFactory();
 * factory.setOnlyClient(true);
 * factory.setConfigurationLocation("hotrod-client.properties");
 * factory.setCacheName("sessions");
 * server.addBean(factory);
 * server.addBean(new NullSessionCacheFactory());   // each request asks the store: servers share all sessions
 * </pre>
 */
@NullMarked
package org.eclipse.jetty.session.infinispan;

import org.jspecify.annotations.NullMarked;
