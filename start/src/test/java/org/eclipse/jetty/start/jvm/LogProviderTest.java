package org.eclipse.jetty.start.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogProviderTest {
    private static final String SLF4J = "META-INF/services/org.slf4j.spi.SLF4JServiceProvider";
    private static final String LOGBACK = "META-INF/services/ch.qos.logback.classic.spi.Configurator";

    @TempDir
    Path folder;

    private Path jar(String name, String service, String value) throws Exception {
        Path jar = folder.resolve(name);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            zip.putNextEntry(new ZipEntry(service));
            zip.write(value.getBytes(StandardCharsets.UTF_8));
        }
        return jar;
    }

    @Test
    void onlyWhatASearchWouldFindIsNamed() throws Exception {
        Path logback = jar("logback.jar", SLF4J, "ch.qos.logback.classic.spi.LogbackServiceProvider\n");
        Path own = jar("own.jar", LOGBACK, "org.eclipse.jetty.logging.JettyLoggingConfigurator");
        Path library = jar("library.jar", "a/B.class", "");
        assertThat(LogProvider.of(List.of(logback, own, library)))
                .containsExactly("org.eclipse.jetty.logging.JettyLoggingProvider");
        assertThat(LogProvider.of(List.of(logback, library))).isEmpty();
        assertThat(LogProvider.of(List.of(own, library))).isEmpty();
        Path provider = jar("other.jar", SLF4J, "com.example.Provider");
        assertThat(LogProvider.of(List.of(logback, own, provider))).isEmpty();
        Path configurator = jar("configurator.jar", LOGBACK, "com.example.Configurator");
        assertThat(LogProvider.of(List.of(logback, own, configurator))).isEmpty();
    }

    @Test
    void providerInADirectoryOfTheClassPathIsLeftToTheSearch() throws Exception {
        Path service = folder.resolve("resources").resolve(SLF4J);
        Files.createDirectories(service.getParent());
        Files.writeString(service, "com.example.Provider");
        // there is no SLF4J here, so that to name a provider to it would fail
        LogProvider.use(
                "com.example.Provider", List.of(folder.resolve("resources").toString()));
        assertThat(System.getProperty("slf4j.provider")).isNull();
    }
}
