/**
 * Sessions in MongoDB.
 *
 * <pre>
 * MongoSessionDataStoreFactory factory = new MongoSessionDataStoreFactory();
 * factory.setConnectionString("mongodb://one.example,two.example/?replicaSet=shop");
 * server.addBean(factory);
 * server.addBean(new NullSessionCacheFactory());   // each request asks the store: servers share all sessions
 * </pre>
 */
@NullMarked
package org.eclipse.jetty.nosql.mongodb;

import org.jspecify.annotations.NullMarked;
