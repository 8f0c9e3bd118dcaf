package org.eclipse.jetty.tests;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Imports point downward only: util, io, http, server, the rest of the core, the servlet layers. */
class ArchitectureTest {
    private static final String[] LIBRARIES = {
        "java..",
        "javax..",
        "jdk.jfr..",
        "org.slf4j..",
        // for the compiler alone
        "org.jspecify.annotations..",
        "org.xml.sax..",
        "org.w3c.dom..",
        // levels of loggers
        "ch.qos.logback..",
        // formats of metrics
        "io.prometheus..",
        // traces, and the export of both
        "io.opentelemetry..",
        // latencies, and the processor time of the process
        "org.HdrHistogram..",
        "com.sun.management..",
        // signatures and keys of tokens
        "com.nimbusds..",
        // native libraries of content codings
        "com.aayushatharva.brotli4j..",
        "com.github.luben.zstd..",
        // stores of sessions
        "redis.clients.jedis..",
        "org.apache.commons.pool2..",
        "net.rubyeye.xmemcached..",
        "com.hazelcast..",
        "org.infinispan..",
        "com.mongodb..",
        "org.bson..",
        // TLS, and hashes of passwords
        "org.conscrypt..",
        "org.bouncycastle..",
        // directories, and tickets of Kerberos
        "com.unboundid..",
        "org.ietf.jgss..",
        // certificates
        "org.shredzone.acme4j.."
    };
    private static JavaClasses all;
    private static JavaClasses start;

    @BeforeAll
    static void read() throws IOException {
        List<JarFile> jars = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Distribution.HOME.resolve("lib"))) {
            for (Path jar : files.filter(file -> file.getFileName().toString().matches("jetty-.*\\.jar"))
                    .toList()) {
                jars.add(new JarFile(jar.toFile()));
            }
        }
        all = new ClassFileImporter().importJars(jars);
        start = new ClassFileImporter()
                .importJar(new JarFile(Distribution.HOME.resolve("start.jar").toFile()));
        for (JarFile jar : jars) {
            jar.close();
        }
        assertThat(all.size()).isGreaterThan(500);
        assertThat(start.size()).isGreaterThan(10);
    }

    /** What a part may use, beside the JDK and slf4j. */
    @ParameterizedTest
    @CsvSource({
        "util, util",
        "io, io util",
        "http, http io util",
        "server, server http io util",
        "http2.hpack, http2.hpack http io util",
        "http2.server, http2 server http io util",
        "compression, compression server http io util",
        "alpn, alpn server http io util",
        "alpn.client, alpn.client io util",
        "client, client compression alpn.client http io util",
        "http2.client, http2 alpn.client client http io util",
        "keystore, keystore util",
        "acme, acme server http io util",
        "jmx, jmx util",
        "health, health server http io util",
        "operations, operations deploy session server http io util",
        "console, console operations deploy server http io util",
        "rewrite, rewrite xml server http io util",
        "proxy, proxy client alpn.client xml server http io util",
        "fcgi.client, fcgi client http io util",
        "fcgi.proxy, fcgi proxy client alpn.client server http io util",
        "load, load websocket http2 client http io util",
        "unixdomain.server, unixdomain.server server http io util",
        "metrics, metrics deploy proxy session server http io util",
        "opentelemetry, opentelemetry metrics server http io util",
        "websocket.api, websocket.api",
        "websocket.core, websocket.core client alpn.client server http io util",
        "websocket.common, websocket.common websocket.api websocket.core http io util",
        "websocket.server, websocket server http io util",
        "websocket.client, websocket client http io util",
        "session, session server http io util",
        "redis.session, redis.session session server http io util",
        "memcached.session, memcached.session session server http io util",
        "hazelcast.session, hazelcast.session session server http io util",
        "session.infinispan, session server http io util",
        "nosql, nosql session server http io util",
        "security, security session server http io util",
        "security.jwt, security client alpn.client session server http io util",
        "security.openid, security client alpn.client session server http io util",
        "security.sso, security session server http io util",
        "xml, xml util",
        "jndi, jndi util",
        "plus, plus jndi security server http io util",
        "deploy, deploy xml server http io util"
    })
    void partsOfTheCoreUseWhatIsBelowThem(String part, String below) {
        List<String> allowed = new ArrayList<>(List.of(LIBRARIES));
        for (String name : below.split(" ")) {
            allowed.add("org.eclipse.jetty." + name + "..");
        }
        // modules whose packages are in that of another one
        String[] above = part.equals("security")
                ? new String[] {
                    "org.eclipse.jetty.security.jwt..",
                    "org.eclipse.jetty.security.openid..",
                    "org.eclipse.jetty.security.sso.."
                }
                : new String[] {"none"};
        classes()
                .that()
                .resideInAPackage("org.eclipse.jetty." + part + "..")
                .and()
                .resideOutsideOfPackages(above)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(allowed.toArray(new String[0]))
                .check(all);
    }

    @Test
    void coreKnowsNoServlet() {
        noClasses()
                .that()
                .resideInAPackage("org.eclipse.jetty..")
                .and()
                .resideOutsideOfPackages(
                        "org.eclipse.jetty.ee..",
                        "org.eclipse.jetty.ee11..",
                        "org.eclipse.jetty.ee10..",
                        "org.eclipse.jetty.ee9..",
                        "org.eclipse.jetty.ee8..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "jakarta.servlet..",
                        "javax.servlet..",
                        "jakarta.websocket..",
                        "javax.websocket..",
                        "org.eclipse.jetty.ee11..",
                        "org.eclipse.jetty.ee10..",
                        "org.eclipse.jetty.ee9..",
                        "org.eclipse.jetty.ee8..")
                .check(all);
    }

    @ParameterizedTest
    @CsvSource({
        "ee11, ee10, ee9, ee8, javax",
        "ee10, ee11, ee9, ee8, javax",
        "ee9, ee11, ee10, ee8, javax",
        "ee8, ee11, ee10, ee9, jakarta"
    })
    void environmentKnowsNoOther(String one, String another, String third, String fourth, String namespace) {
        noClasses()
                .that()
                .resideInAPackage("org.eclipse.jetty." + one + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.eclipse.jetty." + another + "..",
                        "org.eclipse.jetty." + third + "..",
                        "org.eclipse.jetty." + fourth + "..",
                        namespace + ".servlet..",
                        namespace + ".websocket..")
                .check(all);
    }

    /** Each circle has a reason; there are no others, and none may become larger. */
    @Test
    void packagesAreInNoCirclesButThese() {
        Set<Set<String>> circles = PackageCircles.of(all).stream()
                .map(circle -> circle.stream()
                        .map(name -> name.replaceFirst("^ee\\d+\\.", "").replace(".javax.", ".jakarta."))
                        .collect(Collectors.toSet()))
                .collect(Collectors.toSet());
        assertThat(circles)
                .containsExactlyInAnyOrder(
                        // the public API: Callback and Promise are Invocables, of util.thread, whose pools are
                        // components
                        Set.of("util", "util.component", "util.resource", "util.thread"),
                        // the public API: Content.Source and Sink make sources and sinks of io.content
                        Set.of("io", "io.content", "io.ssl"),
                        // the public API: Server and Handler name handlers, which handle its requests
                        Set.of("server", "server.handler"),
                        // the public API: HttpClient has a transport of HTTP/1.1 by default, whose requests, exchanges
                        // and
                        // connections libraries look at by their types
                        Set.of("client", "client.internal", "client.transport", "client.transport.internal"),
                        // the public API: SecurityHandler has an authenticator by default
                        Set.of("security", "security.authentication", "security.internal"),
                        // in ee9 and ee8: Jetty's package of requests, which are below, and of session handlers,
                        // which are above; and the public API, by which ServletContextHandler has a
                        // ConstraintSecurityHandler
                        Set.of("nested", "servlet", "servlet.api", "servlet.security"),
                        // the public API: a configurator of the standard's service, which the negotiation compares with
                        Set.of(
                                "websocket.jakarta.server",
                                "websocket.jakarta.server.config",
                                "websocket.jakarta.server.internal"),
                        // sinks of messages call endpoints within the scope of their session
                        Set.of(
                                "websocket.jakarta.common",
                                "websocket.jakarta.common.endpoint",
                                "websocket.jakarta.common.messages"));
    }

    @Test
    void startUsesNothingButTheJdk() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                // files of login modules are read by the JDK itself, of its module java.base
                .resideInAnyPackage(
                        "java..",
                        "javax.security.auth.login..",
                        "javax.xml..",
                        "org.xml.sax..",
                        // for the compiler alone
                        "org.jspecify.annotations..",
                        "org.eclipse.jetty.start..")
                .check(start);
    }
}
