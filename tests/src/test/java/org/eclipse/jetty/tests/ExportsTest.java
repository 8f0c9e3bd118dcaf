package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Requires;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Who requires a module can use all that it exports: types in public signatures are of exported packages, of the module itself or of one that it requires
 * transitively. The compiler's lint {@code exports} says so, too, but also of annotations, which nobody needs.
 */
class ExportsTest {
    private final Map<String, ModuleDescriptor> modules = new HashMap<>();
    private final Map<String, String> moduleOf = new HashMap<>();

    @Test
    void typesOfPublicSignaturesAreExportedToThoseWhoRequireTheModule() throws IOException {
        List<Path> jars;
        try (Stream<Path> files = Files.walk(Distribution.HOME.resolve("lib"))) {
            jars = files.filter(file -> file.getFileName().toString().endsWith(".jar"))
                    .toList();
        }
        ModuleFinder.ofSystem().findAll().forEach(this::add);
        // later versions of an API have the names of earlier ones
        jars.forEach(jar -> ModuleFinder.of(jar).findAll().forEach(this::add));
        Set<String> wrong = new TreeSet<>();
        int signatures = 0;
        boolean resolves = ArchConfiguration.get().resolveMissingDependenciesFromClassPath();
        // names are enough, and looking for the others takes most of the time
        ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
        try {
            for (Path jar : jars) {
                if (!jar.getFileName().toString().startsWith("jetty-")) {
                    continue;
                }
                for (ModuleReference module : ModuleFinder.of(jar).findAll()) {
                    signatures += check(jar, module.descriptor(), wrong);
                }
            }
        } finally {
            ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(resolves);
        }
        assertThat(signatures).isGreaterThan(10_000);
        assertThat(wrong).isEmpty();
    }

    private void add(ModuleReference module) {
        ModuleDescriptor descriptor = module.descriptor();
        if (modules.putIfAbsent(descriptor.name(), descriptor) == null) {
            descriptor.packages().forEach(name -> moduleOf.putIfAbsent(name, descriptor.name()));
        }
    }

    private int check(Path jar, ModuleDescriptor module, Set<String> wrong) throws IOException {
        if (module.isAutomatic()) {
            return 0;
        }
        Set<String> exported = module.exports().stream()
                .filter(exports -> !exports.isQualified())
                .map(ModuleDescriptor.Exports::source)
                .collect(Collectors.toSet());
        Set<String> readable = new HashSet<>(Set.of("java.base"));
        addTransitive(module, readable);
        // who uses what a module can do without has it
        module.requires().stream()
                .filter(required -> required.modifiers().contains(Requires.Modifier.STATIC))
                .forEach(required -> readable.add(required.name()));
        int signatures = 0;
        try (JarFile file = new JarFile(jar.toFile())) {
            for (JavaClass type : new ClassFileImporter().importJar(file)) {
                if (!exported.contains(type.getPackageName()) || !isPublic(type)) {
                    continue;
                }
                for (JavaMember member : type.getMembers()) {
                    if (!member.getModifiers().contains(JavaModifier.PUBLIC)) {
                        continue;
                    }
                    signatures++;
                    for (JavaClass used : used(member)) {
                        String owner = moduleOf.get(used.getPackageName());
                        boolean own = module.packages().contains(used.getPackageName());
                        if (own
                                ? !exported.contains(used.getPackageName())
                                : owner != null && !readable.contains(owner)) {
                            wrong.add(module.name() + ": " + member.getFullName() + " uses " + used.getName());
                        }
                    }
                }
            }
        }
        return signatures;
    }

    private void addTransitive(ModuleDescriptor module, Set<String> readable) {
        for (Requires required : module.requires()) {
            if (required.modifiers().contains(Requires.Modifier.TRANSITIVE) && readable.add(required.name())) {
                ModuleDescriptor next = modules.get(required.name());
                if (next != null) {
                    addTransitive(next, readable);
                }
            }
        }
    }

    private static boolean isPublic(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && type.getEnclosingClass().map(ExportsTest::isPublic).orElse(true);
    }

    private static List<JavaClass> used(JavaMember member) {
        List<JavaClass> used = new ArrayList<>();
        if (member instanceof JavaCodeUnit unit) {
            used.add(unit.getRawReturnType());
            used.addAll(unit.getRawParameterTypes());
        } else {
            used.add(((JavaField) member).getRawType());
        }
        return used.stream().map(JavaClass::getBaseComponentType).toList();
    }
}
