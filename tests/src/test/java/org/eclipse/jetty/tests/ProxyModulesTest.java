package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The modules "eeN-proxy" and "fcgi-proxy", as the operations guide sets them up. */
class ProxyModulesTest {
    private static final List<Path> FPM = List.of(Path.of("/usr/sbin/php-fpm8.2"), Path.of("/usr/sbin/php-fpm8.4"));

    @AutoClose
    private Base base;

    @ParameterizedTest
    @ValueSource(strings = {"ee11", "ee10", "ee9", "ee8"})
    void proxyServletPassesAContextOnToAnotherServer(String environment) throws Exception {
        HttpServer other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        other.createContext("/", exchange -> {
            byte[] answer = ("asked for " + exchange.getRequestURI()).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        other.start();
        try {
            base = Base.with(Jdk.oldest(), "http," + environment + "-proxy");
            Server server = base.serve(
                    "jetty.proxy.proxyTo=http://localhost:" + other.getAddress().getPort() + "/app",
                    "jetty.proxy.contextPath=/shop");
            assertThat(server.get("/shop/cart?id=1").body()).isEqualTo("asked for /app/cart?id=1");
            assertThat(server.get("/other").statusCode()).isEqualTo(404);
        } finally {
            other.stop(0);
        }
    }

    @Test
    void phpApplicationIsServedAsTheGuideSays() throws Exception {
        Path program = FPM.stream().filter(Files::isExecutable).findFirst().orElse(null);
        if (program == null) {
            System.err.println("SKIPPED: no " + FPM + " (install the package php-fpm)");
        }
        Assumptions.assumeTrue(program != null, "the package php-fpm is not installed");
        Path directory = Files.createTempDirectory(Path.of("/tmp"), "php");
        try {
            base = Base.with(Jdk.oldest(), "http,fcgi-proxy");
            Path root = Files.createDirectory(directory.resolve("www"));
            Files.writeString(root.resolve("index.php"), "<?php echo 'front ', $_SERVER['REQUEST_URI'];");
            Files.writeString(root.resolve("secret.php"), "<?php $password = 'hidden'; echo 'ran';");
            Files.writeString(root.resolve("style.css"), "body {}");
            Path socket = startPhp(program, directory);
            base.write(
                    "etc/php.xml",
                    guide().replace("/var/www/app", root.toString())
                            .replace("/run/php/php-fpm.sock", socket.toString()));
            base.write("start.d/php.ini", "etc/php.xml\n");
            Server server = base.serve();
            assertThat(server.get("/").body()).isEqualTo("front /");
            assertThat(server.get("/blog/1?x=2").body()).isEqualTo("front /blog/1?x=2");
            assertThat(server.get("/style.css").body()).isEqualTo("body {}");
            assertThat(server.get("/secret.php").body()).isEqualTo("ran");
            for (String path :
                    List.of("/secret.php/", "/secret.php;x", "/secret%2ephp", "/secret.php%20", "/secret.php/x")) {
                assertThat(server.get(path).body()).as(path).doesNotContain("hidden");
            }
        } finally {
            Distribution.delete(directory);
        }
    }

    private Path startPhp(Path program, Path directory) throws IOException {
        Path socket = directory.resolve("s");
        Files.writeString(
                directory.resolve("fpm.conf"), """
                [global]
                daemonize = no
                error_log = %s/fpm.log
                [tests]
                user = %s
                listen = %s
                pm = static
                pm.max_children = 2
                """.formatted(directory, System.getProperty("user.name"), socket));
        base.run(
                List.of(
                        program.toString(),
                        "-F",
                        "-R",
                        "-n",
                        "-y",
                        directory.resolve("fpm.conf").toString()),
                directory);
        Awaitility.await("PHP-FPM").atMost(Command.DEADLINE).until(() -> Files.exists(socket));
        return socket;
    }

    /** The file etc/php.xml of the guide. */
    private static String guide() throws IOException {
        String text = Files.readString(Distribution.ROOT.resolve("docs/operations-guide.md"));
        int start = text.indexOf("<?xml", text.indexOf("### PHP"));
        return text.substring(start, text.indexOf("```", start));
    }
}
