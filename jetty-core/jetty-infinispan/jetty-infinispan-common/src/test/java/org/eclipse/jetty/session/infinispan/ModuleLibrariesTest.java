package org.eclipse.jetty.session.infinispan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The libraries that modules of the distribution fetch are those that this module is built with. */
class ModuleLibrariesTest {
    private static final Path ROOT = Path.of("../../..");
    private static final Pattern LIBRARY = Pattern.compile("(?m)^maven://[^|]+\\|lib/infinispan/(.+)$");
    private static final Pattern PROPERTY = Pattern.compile("\\$\\{([^}]+)}");

    @ParameterizedTest
    @ValueSource(strings = {"embedded/infinispan-embedded", "remote/infinispan-remote", "remote/elytron"})
    void librariesHaveTheVersionsOfTheBuild(String name) throws IOException {
        String module = Files.readString(ROOT.resolve("modules/sessions/infinispan/" + name + "-libs.mod"));
        String pom = Files.readString(ROOT.resolve("pom.xml"));
        Set<String> built = Arrays.stream(
                        System.getProperty("java.class.path").split(Pattern.quote(File.pathSeparator)))
                .map(path -> Path.of(path).getFileName().toString())
                .collect(Collectors.toSet());
        List<String> fetched = new ArrayList<>();
        for (Matcher library = LIBRARY.matcher(module); library.find(); ) {
            fetched.add(PROPERTY.matcher(library.group(1)).replaceAll(used -> version(pom, used.group(1))));
        }
        assertThat(fetched).hasSizeGreaterThan(20);
        assertThat(built).containsAll(fetched);
    }

    private static String version(String pom, String name) {
        Matcher version =
                Pattern.compile("<" + Pattern.quote(name) + ">([^<]+)<").matcher(pom);
        assertThat(version.find()).as(name).isTrue();
        return Matcher.quoteReplacement(version.group(1));
    }
}
