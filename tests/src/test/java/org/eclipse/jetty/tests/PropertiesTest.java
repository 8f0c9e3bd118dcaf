package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Each property of each module takes a value that is legal, and refuses one that is not by a message that names the property, the value,
 * and the place in the XML file. The table of the properties is read from the modules.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PropertiesTest {
    /** Modules that cannot be enabled here, for what they need is fetched, or of a newer Java. */
    private static final Set<String> LEFT_OUT = Set.of("threadpool-virtual", "threadpool-all-virtual");

    private final Map<String, ModuleFile> modules = ModuleFile.all();
    private final StartLine start = new StartLine();

    private Path base;
    private URLClassLoader loader;
    private XmlRun xml;

    /** One class loader for all, with the libraries of each module that has settings. */
    @BeforeAll
    void load(@TempDir Path folder) throws Exception {
        base = folder;
        for (String directory : List.of("logs", "made", "lib")) {
            Files.createDirectory(base.resolve(directory));
        }
        Files.createFile(Files.createDirectory(base.resolve("etc")).resolve("keystore.p12"));
        Files.createFile(base.resolve("etc/spnego.properties"));
        // what is in the local repository of Maven; libraries for other systems may be missing
        start.run(
                base,
                "--modules=compression-brotli,compression-zstandard,openid,jwt,rewrite,acme,session-store-hazelcast-remote,"
                        + "sessions/infinispan/remote/infinispan-remote-libs",
                "--create-files",
                "--approve-all-licenses",
                "maven.local.repo=" + Distribution.localRepository(),
                "maven.repo.uri=file:///nowhere/");
        Set<URL> libraries = new LinkedHashSet<>();
        for (ModuleFile module : withXml()) {
            libraries.addAll(start.classPath(base, modules(module)));
        }
        loader = new URLClassLoader("server", libraries.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
        xml = new XmlRun(loader);
    }

    @AfterAll
    void close() throws Exception {
        loader.close();
    }

    private List<ModuleFile> withXml() {
        List<ModuleFile> found = new ArrayList<>();
        for (ModuleFile module : modules.values()) {
            if (!module.read().isEmpty() && !module.name().contains("/") && !isLeftOut(module)) {
                found.add(module);
            }
        }
        return found;
    }

    private static boolean isLeftOut(ModuleFile module) {
        return LEFT_OUT.contains(module.name()) && Runtime.version().feature() < 21;
    }

    private static String[] modules(ModuleFile module) {
        return new String[] {"--modules=server,logging-noop," + module.name(), "--skip-file-validation=" + module.name()
        };
    }

    /** The properties that the XML files of the module read, with what its ini-template says. */
    private Map<String, String> settings(ModuleFile module) {
        Map<String, String> settings = new LinkedHashMap<>();
        Set<String> read = module.read();
        for (ModuleFile.Property property : module.properties()) {
            if (read.contains(property.name())) {
                settings.put(property.name(), property.value());
            }
        }
        return settings;
    }

    @Test
    void everyPropertyHasASample() {
        Set<String> unknown = new TreeSet<>();
        int count = 0;
        for (ModuleFile module : modules.values()) {
            for (ModuleFile.Property property : module.properties()) {
                count++;
                if (module.name().equals("jvm")) {
                    continue;
                }
                if (PropertySamples.of(property.name(), property.value()).isEmpty()) {
                    unknown.add(module.name() + ": " + property.name());
                }
            }
        }
        assertThat(count).isGreaterThan(350);
        assertThat(unknown)
                .as("say in PropertySamples what is legal and what is not")
                .isEmpty();
    }

    @Test
    void legalValuesAreTaken() {
        List<String> refused = new ArrayList<>();
        int count = 0;
        for (ModuleFile module : withXml()) {
            Map<String, String> values = new LinkedHashMap<>();
            settings(module)
                    .forEach((name, value) -> values.put(
                            name, PropertySamples.of(name, value).orElseThrow().legal()));
            count += values.size();
            Throwable failure = catchThrowable(() -> xml.apply(start.arguments(base, modules(module)), values));
            if (failure != null) {
                refused.add(module.name() + " with " + values + ": " + failure);
            }
        }
        assertThat(refused).isEmpty();
        assertThat(count).isGreaterThan(300);
    }

    /** Numbers and words that are legal as such, but not here, are refused at the start, not when a request meets them. */
    @ParameterizedTest
    @CsvSource({
        "gzip,jetty.gzip.deflaterPool.compressionLevel=10",
        "gzip,jetty.gzip.deflaterPool.compressionLevel=-2",
        "gzip,jetty.gzip.maxInflatedSize=-2",
        "gzip,jetty.gzip.inflateBufferSize=-1",
        "compression-gzip,jetty.compression.maxDecompressedSize=-2",
        "compression-gzip,jetty.compression.gzip.deflaterPool.compressionLevel=10",
        "compression-gzip,jetty.compression.gzip.encoder.compressionLevel=10",
        "compression-gzip,jetty.compression.gzip.encoder.strategy=9",
        "compression-gzip,jetty.compression.gzip.encoder.bufferSize=-1",
        "compression-gzip,jetty.compression.gzip.decoder.bufferSize=-1",
        "compression-brotli,jetty.compression.brotli.encoder.compressionLevel=12",
        "compression-brotli,jetty.compression.brotli.encoder.strategy=9",
        "compression-brotli,jetty.compression.brotli.encoder.lgWindow=40",
        "compression-brotli,jetty.compression.brotli.encoder.bufferSize=-1",
        "compression-brotli,jetty.compression.brotli.decoder.bufferSize=-1",
        "compression-zstandard,jetty.compression.zstandard.encoder.compressionLevel=99",
        "compression-zstandard,jetty.compression.zstandard.encoder.strategy=99",
        "compression-zstandard,jetty.compression.zstandard.encoder.bufferSize=-1",
        "compression-zstandard,jetty.compression.zstandard.decoder.bufferSize=-1",
        "dos,jetty.dos.rejectStatus=200",
        "dos,jetty.dos.leakingBucketTracker.maxRequestsPerSecond=0",
        "secure-redirect,jetty.secureredirect.code=200"
    })
    void valuesOutOfRangeAreRefusedByName(String name, String setting) {
        String[] property = setting.split("=");
        List<String> arguments = start.arguments(base, modules(modules.get(name)));
        Throwable failure = catchThrowable(() -> xml.apply(arguments, Map.of(property[0], property[1])));
        assertThat(failure).hasMessageContaining(setting).hasMessageMatching("(?s).*\\.xml:\\d+:\\d+: /Configure.*");
    }

    /** The pool could be that of another user, but not of gzip: its place is told, and what is expected. */
    @ParameterizedTest
    @CsvSource({
        "gzip,jetty.gzip.deflaterPool.noWrap",
        "gzip,jetty.gzip.inflaterPool.noWrap",
        "compression-gzip,jetty.compression.gzip.deflaterPool.noWrap",
        "compression-gzip,jetty.compression.gzip.inflaterPool.noWrap"
    })
    void poolsThatGzipCannotUseAreRefused(String name, String property) {
        List<String> arguments = start.arguments(base, modules(modules.get(name)));
        assertThat(catchThrowable(() -> xml.apply(arguments, Map.of(property, "false"))))
                .hasMessageMatching(
                        "(?s).*-gzip\\.xml:\\d+:\\d+: /Configure.*flaterPool.*noWrap false \\(expected: true.*");
    }

    @Test
    void illegalValuesAreRefusedByName() {
        List<String> wrong = new ArrayList<>();
        int count = 0;
        for (ModuleFile module : withXml()) {
            List<String> arguments = start.arguments(base, modules(module));
            for (Map.Entry<String, String> setting : settings(module).entrySet()) {
                String name = setting.getKey();
                String illegal = PropertySamples.of(name, setting.getValue())
                        .orElseThrow()
                        .illegal();
                if (illegal == null) {
                    continue;
                }
                count++;
                Throwable failure = catchThrowable(() -> xml.apply(arguments, Map.of(name, illegal)));
                String message = failure == null ? "taken" : String.valueOf(failure.getMessage());
                if (!message.contains(name + "=" + illegal)
                        || !message.matches("(?s).*\\.xml:\\d+:\\d+: /Configure.*")) {
                    wrong.add(module.name() + ": " + name + "=" + illegal + ": " + message);
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(count).isGreaterThan(200);
    }
}
