package org.eclipse.jetty.tests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eclipse.jetty.server.Ports;
import org.junit.jupiter.api.Assumptions;

/**
 * A real OpenID Connect provider (oidc-provider, by node). {@code tests/openid/install.sh} installs it; {@code -Dtests.openid=DIR} says
 * where it is.
 */
final class OpenIdProvider implements AutoCloseable {
    private static final Path INSTALLED =
            Path.of(System.getProperty("tests.openid", System.getProperty("user.home") + "/.cache/jetty-tests/openid"));

    private final Command command;
    private final int port;

    private OpenIdProvider(Command command, int port) {
        this.command = command;
        this.port = port;
    }

    /** Skips the test, aloud, where it is not installed. */
    static void assumeInstalled() {
        if (!Files.isDirectory(INSTALLED.resolve("node_modules/oidc-provider"))) {
            String why = "no oidc-provider in " + INSTALLED + " (run tests/openid/install.sh)";
            System.err.println("SKIPPED: " + why);
            Assumptions.abort(why);
        }
    }

    /** Starts one whose users come from applications at a port of this machine. */
    static OpenIdProvider start(int applications) throws IOException {
        int port = Ports.unused();
        Command command = Command.run(new ProcessBuilder(
                "node",
                Distribution.ROOT.resolve("tests/openid/provider.mjs").toString(),
                INSTALLED.toString(),
                String.valueOf(port),
                "http://localhost:" + applications));
        command.awaitLine("(provider is ready)");
        return new OpenIdProvider(command, port);
    }

    String issuer() {
        return "http://localhost:" + port;
    }

    String output() {
        return command.output();
    }

    @Override
    public void close() throws IOException {
        command.close();
    }
}
