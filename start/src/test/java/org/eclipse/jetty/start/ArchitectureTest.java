package org.eclipse.jetty.start;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** The packages of start.jar are a ladder without an arrow back up. */
class ArchitectureTest {
    private static final String ROOT = "org.eclipse.jetty.start";

    /** From the bottom up, as the description of the package draws them. */
    private static final List<String> ROOMS = List.of(
            "problems",
            "files",
            "config",
            "modules",
            "properties",
            "session",
            "jvm",
            "report",
            "change",
            "check",
            "cache",
            "launch",
            "running",
            "pack",
            "cli",
            "boot");

    private final JavaClasses all = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    @Test
    void everyRoomUsesOnlyThoseBelowIt() {
        List<String> below = new ArrayList<>(
                // files of login modules are read by the JDK itself, of its module java.base
                List.of(
                        "java..",
                        "javax.security.auth.login..",
                        "javax.xml..",
                        "org.xml.sax..",
                        // for the compiler alone
                        "org.jspecify.annotations.."));
        for (String room : ROOMS) {
            below.add(ROOT + "." + room);
            classes()
                    .that()
                    .resideInAPackage(ROOT + "." + room)
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(below.toArray(new String[0]))
                    .check(all);
        }
    }

    @Test
    void everyRoomIsInTheListAndTheEntryIsAlone() {
        assertThat(all.stream()
                        .map(type -> type.getPackageName().substring(ROOT.length()))
                        .map(name -> name.isEmpty() ? name : name.substring(1))
                        .filter(name -> !name.isEmpty())
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(ROOMS);
        assertThat(all.stream()
                        .filter(type -> type.getPackageName().equals(ROOT))
                        .filter(JavaClass::isTopLevelClass)
                        .map(JavaClass::getSimpleName)
                        .filter(name -> !name.equals("package-info")))
                .containsExactly("Main");
    }

    @Test
    void everyRoomSaysWhatMayBeNull() throws ClassNotFoundException {
        for (String room : ROOMS) {
            Class<?> description = Class.forName(ROOT + "." + room + ".package-info");
            assertThat(description.isAnnotationPresent(NullMarked.class))
                    .as(room)
                    .isTrue();
        }
    }
}
