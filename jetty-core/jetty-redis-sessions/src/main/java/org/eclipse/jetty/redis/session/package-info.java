/**
 * Sessions in Redis or Valkey.
 *
 * <pre>
 * RedisSessionDataStoreFactory factory = new RedisSessionDataStoreFactory();
 * factory.setNodes("redis.example:6379");
 * server.addBean(factory);
 * server.addBean(new NullSessionCacheFactory());   // each request asks the store: servers share all sessions
 * </pre>
 */
@NullMarked
package org.eclipse.jetty.redis.session;

import org.jspecify.annotations.NullMarked;
