package org.eclipse.jetty.session.infinispan;

import org.infinispan.configuration.parsing.ParserRegistry;
import org.infinispan.manager.DefaultCacheManager;
import org.infinispan.server.core.admin.embeddedserver.EmbeddedServerAdminOperationHandler;
import org.infinispan.server.hotrod.HotRodServer;
import org.infinispan.server.hotrod.configuration.HotRodServerConfigurationBuilder;

/** A server of Infinispan in a JVM of its own: a cache manager, and HotRod in front of it. */
public final class HotRodNode {
    private HotRodNode() {}

    /** @param arguments the file of the cache manager, and the port */
    public static void main(String[] arguments) throws Exception {
        DefaultCacheManager manager = new DefaultCacheManager(new ParserRegistry().parseFile(arguments[0]), true);
        HotRodServerConfigurationBuilder builder = new HotRodServerConfigurationBuilder();
        builder.host("127.0.0.1").port(Integer.parseInt(arguments[1]));
        builder.adminOperationsHandler(new EmbeddedServerAdminOperationHandler());
        HotRodServer server = new HotRodServer();
        server.start(builder.build(), manager);
        server.postStart();
    }
}
