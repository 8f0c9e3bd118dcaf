package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.stream.Stream;
import org.eclipse.jetty.tests.webapp.VersionServlet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Replaces an application while requests reach it, and loses none. {@code -Dredeploy.times=100} does it a hundred times at 500
 * requests a second.
 */
class RedeployUnderLoadTest {
    private static final int TIMES = Integer.getInteger("redeploy.times", 3);

    static Stream<Jdk> jdks() {
        return Jdk.oldestAndNewest();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void noRequestIsLost(Jdk jdk) throws Exception {
        try (Base base = Base.with(jdk, "http,ee10-deploy")) {
            deploy(base, 0);
            Server server = base.serve("jetty.deploy.scanInterval=1");
            server.await("/app/", "version 0");
            try (LoadClient quick = new LoadClient(server.port(), "/app/", 8, 400);
                    LoadClient slow = new LoadClient(server.port(), "/app/?100", 12, 100)) {
                for (int i = 1; i <= TIMES; i++) {
                    deploy(base, i);
                    server.await("/app/", "version " + i + "!");
                }
                quick.close();
                slow.close();
                System.out.println(jdk + ": " + TIMES + " redeployments, " + quick.answered() + " quick and "
                        + slow.answered() + " slow requests, lost: "
                        + quick.lost().size() + " and "
                        + slow.lost().size());
                assertThat(quick.lost()).isEmpty();
                assertThat(slow.lost()).isEmpty();
                assertThat(quick.answered()).isPositive();
                assertThat(slow.answered()).isPositive();
            }
            // a version answers before its line is written: the one it replaces is drained first
            assertThat(server.command().awaitLines("Redeployed ", TIMES)).hasSize(TIMES);
            assertThat(server.command().lines(":(WARN|ERROR) ?:")).isEmpty();
            // the temporary directory of each version went with it
            try (Stream<Path> left = Files.list(base.resolve("tmp"))) {
                assertThat(left.filter(path -> path.getFileName().toString().contains("app.war")))
                        .hasSizeLessThanOrEqualTo(2);
            }
        }
    }

    private static void deploy(Base base, int version) throws Exception {
        new War()
                .type(Class.forName(VersionServlet.class.getName() + "$Late"))
                .servlet(VersionServlet.class, "/")
                .file("version.txt", "version " + version)
                .deploy(base, "app.war");
        Files.setLastModifiedTime(
                base.resolve("webapps/app.war"), FileTime.fromMillis(1_700_000_000_000L + 1000L * version));
    }
}
