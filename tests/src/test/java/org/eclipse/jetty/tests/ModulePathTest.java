package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A server of modules of Java ({@code --jpms}): their descriptors name all that is needed, and applications are served as from a class path. */
class ModulePathTest {
    private static final List<String> ENVIRONMENTS = List.of("ee8", "ee9", "ee10", "ee11");
    private static final String MODULES =
            "http,https,test-keystore,http2,http2c,requestlog,metrics,metrics-otlp,trace,health,console,jmx,"
                    + "gzip,compression-gzip,rewrite,qos,cross-origin,session-store-file,client,http2-client-transport,core-deploy,"
                    + "static-deploy,ee10-cdi,ee8-websocket-javax,ee8-websocket-jetty";

    @AutoClose
    private Base base;

    static Stream<Jdk> jdks() {
        return Jdk.oldestAndNewest();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void applicationsOfAllEnvironmentsAreServed(Jdk jdk) {
        StringBuilder modules = new StringBuilder(MODULES);
        for (String environment : ENVIRONMENTS) {
            for (String module : List.of("deploy", "jsp", "jstl", "quickstart", "servlets", "jaspi")) {
                modules.append(',').append(environment).append('-').append(module);
            }
            if (!environment.equals("ee8")) {
                modules.append(',').append(environment).append("-websocket-jakarta");
                modules.append(',').append(environment).append("-websocket-jetty");
            }
        }
        base = Base.with(jdk, modules.toString());
        for (String environment : ENVIRONMENTS) {
            new War()
                    .file("index.jsp", "<%= application.getMajorVersion() %>.<%= application.getMinorVersion() %>")
                    .deploy(base, environment + ".war");
            base.write("webapps/" + environment + ".properties", "environment=" + environment + "\n");
        }

        Command check = base.start("--jpms", "--check");
        assertThat(check.awaitExit()).as(check::output).isZero();

        Command start = base.start(
                "--jpms",
                "jetty.http.host=127.0.0.1",
                "jetty.http.port=0",
                "jetty.ssl.host=127.0.0.1",
                "jetty.ssl.port=0");
        Server server = Server.started(start, "HTTP/1.1");
        assertThat(server.get("/ee8/").body()).isEqualTo("4.0");
        assertThat(server.get("/ee9/").body()).isEqualTo("5.0");
        assertThat(server.get("/ee10/").body()).isEqualTo("6.0");
        assertThat(server.get("/ee11/").body()).isEqualTo("6.1");
    }
}
