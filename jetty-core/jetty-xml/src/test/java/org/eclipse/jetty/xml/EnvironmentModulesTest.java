package org.eclipse.jetty.xml;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.module.Configuration;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnvironmentModulesTest {
    private static final Configuration SERVER = ModuleLayer.boot().configuration();

    @TempDir
    Path folder;

    private Path needed;
    private Path needing;

    @BeforeEach
    void compile() throws Exception {
        needed = compile("needed", "module needed { exports needed; }");
        needing = compile(
                "needing",
                "module needing { requires java.logging; requires needed; exports needing; uses Runnable;"
                        + " provides Runnable with needing.Type; }");
    }

    private Path compile(String name, String descriptor) throws Exception {
        Path sources = Files.createDirectories(folder.resolve("sources").resolve(name));
        Path info = Files.writeString(sources.resolve("module-info.java"), descriptor);
        Path type = Files.writeString(
                Files.createDirectories(sources.resolve(name)).resolve("Type.java"),
                "package " + name + "; public class Type implements Runnable { public void run() {} }");
        Path classes = folder.resolve(name);
        int result = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-p",
                        folder.resolve("needed").toString(),
                        "-d",
                        classes.toString(),
                        info.toString(),
                        type.toString());
        assertThat(result).isZero();
        return classes;
    }

    private static Set<String> required(ModuleFinder modules) {
        return modules.find("needing").orElseThrow().descriptor().requires().stream()
                .map(ModuleDescriptor.Requires::name)
                .collect(Collectors.toSet());
    }

    private static EnvironmentModules modules(Path... path) {
        return new EnvironmentModules("test", Arrays.asList(path), SERVER);
    }

    @Test
    void whatIsThereIsRequired() {
        EnvironmentModules modules = modules(needing, needed);
        assertThat(modules.names()).containsExactlyInAnyOrder("needing", "needed");
        assertThat(required(modules)).containsExactlyInAnyOrder("java.base", "java.logging", "needed");
        assertThat(SERVER.resolve(modules, ModuleFinder.of(), modules.names()).findModule("needed"))
                .isPresent();
    }

    @Test
    void whatIsNotThereIsDoneWithout() throws Exception {
        EnvironmentModules modules = modules(needing);
        assertThat(required(modules)).containsExactlyInAnyOrder("java.base", "java.logging");
        ModuleReference module = modules.find("needing").orElseThrow();
        assertThat(modules.findAll()).containsExactly(module);
        assertThat(module.descriptor().exports()).hasSize(1);
        assertThat(module.descriptor().uses()).containsExactly("java.lang.Runnable");
        assertThat(module.descriptor().provides()).hasSize(1);
        assertThat(module.location()).hasValue(needing.toUri());
        try (ModuleReader reader = module.open()) {
            assertThat(reader.find("needing/Type.class")).isPresent();
        }
    }

    @Test
    void itsClassesAreLoaded() throws Exception {
        EnvironmentModules modules = modules(needing);
        Configuration configuration = SERVER.resolveAndBind(modules, ModuleFinder.of(), modules.names());
        ClassLoader loader = ModuleLayer.boot()
                .defineModulesWithOneLoader(configuration, getClass().getClassLoader())
                .findLoader("needing");
        assertThat(loader.loadClass("needing.Type").getDeclaredConstructor().newInstance())
                .isInstanceOf(Runnable.class);
    }

    @Test
    void unknownModuleIsNotFound() {
        assertThat(modules(needing).find("needed")).isEmpty();
        assertThat(new EnvironmentModules("test", List.of(), SERVER).names()).isEmpty();
    }
}
