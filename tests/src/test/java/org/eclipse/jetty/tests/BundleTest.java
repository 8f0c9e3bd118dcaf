package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.apache.felix.framework.FrameworkFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.wiring.FrameworkWiring;

/** The jars as bundles of an OSGi framework. */
class BundleTest {
    private Path cache;
    private Framework framework;

    @BeforeEach
    void start() throws Exception {
        cache = Files.createTempDirectory(Files.createDirectories(Distribution.WORK), "bundles");
        framework = new FrameworkFactory()
                .newFramework(Map.of(
                        Constants.FRAMEWORK_STORAGE,
                        cache.toString(),
                        // an application has logging of its own
                        Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA,
                        "org.slf4j;version=2.0,org.slf4j.event;version=2.0,org.slf4j.spi;version=2.0"));
        framework.start();
    }

    @AfterEach
    void stop() throws Exception {
        framework.stop();
        framework.waitForStop(Command.DEADLINE.toMillis());
        Distribution.delete(cache);
    }

    @Test
    void bundlesOfTheServerAndOfServletsResolve() throws Exception {
        List<Bundle> bundles = install(
                "jetty-util",
                "jetty-io",
                "jetty-http",
                "jetty-server",
                "jetty-util-ajax",
                "jetty-session",
                "jetty-security",
                "jetty-alpn-server",
                "jetty-alpn-java-server",
                "jetty-http2-hpack",
                "jetty-http2-common",
                "jetty-http2-server",
                "jetty-alpn-client",
                "jetty-alpn-java-client",
                "jetty-client",
                "jetty-http2-client",
                "jetty-http2-client-transport",
                "jetty-compression-common",
                "jetty-compression-gzip",
                "jetty-compression-server",
                "jetty-websocket-core-common",
                "jetty-websocket-core-server",
                "jetty-websocket-core-client",
                "jetty-websocket-jetty-api",
                "jetty-websocket-jetty-common",
                "jetty-websocket-jetty-server",
                "jetty-websocket-jetty-client",
                "jakarta.servlet-api-6",
                "jetty-ee10-servlet",
                "jakarta.servlet-api-5",
                "jetty-ee9-servlet");
        framework.adapt(FrameworkWiring.class).resolveBundles(bundles);
        for (Bundle bundle : bundles) {
            // says what is missing, if anything
            bundle.start();
            assertThat(bundle.getState()).as(bundle.getSymbolicName()).isEqualTo(Bundle.ACTIVE);
        }
    }

    @Test
    void serverOfABundleAnswers() throws Exception {
        Bundle bundle =
                install("jetty-util", "jetty-io", "jetty-http", "jetty-server").get(3);
        Object server = bundle.loadClass("org.eclipse.jetty.server.Server")
                .getConstructor(int.class)
                .newInstance(0);
        server.getClass().getMethod("start").invoke(server);
        try {
            URI uri = (URI) server.getClass().getMethod("getURI").invoke(server);
            HttpURLConnection connection =
                    (HttpURLConnection) URI.create("http://127.0.0.1:" + uri.getPort() + "/nothing")
                            .toURL()
                            .openConnection();
            assertThat(connection.getResponseCode()).isEqualTo(404);
        } finally {
            server.getClass().getMethod("stop").invoke(server);
        }
    }

    /** What a module descriptor calls static is not there in each framework. */
    @Test
    void packagesOfOptionalModulesAreOptional() throws Exception {
        List<Path> jars;
        try (Stream<Path> files = Files.walk(Distribution.HOME.resolve("lib"))) {
            jars = files.filter(file -> file.getFileName().toString().matches("jetty-.*\\.jar"))
                    .toList();
        }
        Map<String, Set<String>> packages = new HashMap<>();
        ModuleFinder.ofSystem()
                .findAll()
                .forEach(module -> packages.put(
                        module.descriptor().name(), module.descriptor().packages()));
        for (Path jar : jars) {
            for (ModuleReference module : ModuleFinder.of(jar).findAll()) {
                packages.put(module.descriptor().name(), module.descriptor().packages());
            }
        }
        List<String> needed = new ArrayList<>();
        int optional = 0;
        for (Path jar : jars) {
            Set<String> imports = neededImports(jar);
            for (ModuleReference module : ModuleFinder.of(jar).findAll()) {
                for (ModuleDescriptor.Requires required : module.descriptor().requires()) {
                    if (required.modifiers().contains(ModuleDescriptor.Requires.Modifier.STATIC)) {
                        optional++;
                        packages.getOrDefault(required.name(), Set.of()).stream()
                                .filter(imports::contains)
                                .forEach(name -> needed.add(jar.getFileName() + ": " + name));
                    }
                }
            }
        }
        assertThat(optional).isGreaterThan(10);
        // of annotations, which no framework needs
        for (Path jar : jars) {
            neededImports(jar).stream()
                    .filter(name -> name.startsWith("org.jspecify"))
                    .forEach(name -> needed.add(jar.getFileName() + ": " + name));
        }
        assertThat(needed).isEmpty();
    }

    /** The packages that a bundle does not resolve without. */
    private static Set<String> neededImports(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            String imports = file.getManifest().getMainAttributes().getValue(Constants.IMPORT_PACKAGE);
            Set<String> needed = new HashSet<>();
            for (String clause : imports == null ? new String[0] : imports.split(",(?=[a-z])")) {
                if (!clause.contains("resolution:=optional")) {
                    needed.add(clause.split(";")[0]);
                }
            }
            return needed;
        }
    }

    private List<Bundle> install(String... names) throws IOException, BundleException {
        List<Bundle> bundles = new ArrayList<>();
        for (String name : names) {
            try (Stream<Path> files = Files.walk(Distribution.HOME.resolve("lib"))) {
                Path jar = files.filter(f -> f.getFileName().toString().matches(name + "[-.]\\d.*\\.jar"))
                        .findFirst()
                        .orElseThrow(() -> new AssertionError(name));
                bundles.add(
                        framework.getBundleContext().installBundle(jar.toUri().toString()));
            }
        }
        return bundles;
    }
}
