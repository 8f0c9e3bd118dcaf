package org.eclipse.jetty.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.Test;

class ServerReportTest {
    /** A key store is read again when its file changes, which may be between two looks at it. */
    @Test
    void certificateThatIsRemovedMeanwhileIsLeftOut() {
        Server server = new Server();
        server.addBean(new SslContextFactory.Server() {
            @Override
            public Set<String> getAliases() {
                return Set.of("removed");
            }
        });
        assertThat(ServerReport.certificates(server)).isEmpty();
    }
}
