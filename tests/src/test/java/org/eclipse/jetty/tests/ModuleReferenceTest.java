package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The second part of {@code docs/modules.md} is made from the modules. With the system property {@code tests.update=true} it is written
 * again, instead of compared.
 */
class ModuleReferenceTest {
    private static final Path FILE = Distribution.ROOT.resolve("docs/modules.md");
    private static final String MARK = "<!-- What follows is made from modules/ and etc/; see above. -->\n";
    private static final Pattern ENVIRONMENT = Pattern.compile("ee\\d+-");

    private final Map<String, ModuleFile> modules = ModuleFile.all();

    @Test
    void referenceOfTheModulesIsUpToDate() throws IOException {
        String text = Files.readString(FILE);
        int mark = text.indexOf(MARK);
        assertThat(mark).as("the mark in " + FILE).isPositive();
        String head = text.substring(0, mark) + MARK;
        String expected = head + reference();
        if (Boolean.getBoolean("tests.update")) {
            Files.writeString(FILE, expected);
            return;
        }
        assertThat(text)
                .as("docs/modules.md is stale; the command in it regenerates it")
                .isEqualTo(expected);
    }

    private String reference() {
        StringBuilder text = new StringBuilder();
        for (ModuleFile module : modules.values()) {
            // the environment that the sources are written for stands for the others
            if (ENVIRONMENT.matcher(module.name()).lookingAt() && original(module) != null) {
                continue;
            }
            append(text, module);
        }
        return text.toString();
    }

    private ModuleFile original(ModuleFile module) {
        String plain = ENVIRONMENT.matcher(module.name()).replaceFirst("");
        ModuleFile original = modules.get("ee10-" + plain);
        return original == module ? null : original;
    }

    /** The modules of other environments that the module stands for. */
    private List<ModuleFile> others(ModuleFile module) {
        List<ModuleFile> others = new ArrayList<>();
        if (!module.name().startsWith("ee10-")) {
            return others;
        }
        for (String environment : List.of("ee11-", "ee9-", "ee8-")) {
            ModuleFile other = modules.get(environment + module.name().substring(5));
            if (other != null) {
                others.add(other);
            }
        }
        return others;
    }

    private void append(StringBuilder text, ModuleFile module) {
        text.append("\n### `")
                .append(module.name())
                .append("`\n\n")
                .append(module.description())
                .append('\n');
        List<String> facts = new ArrayList<>();
        for (ModuleFile other : others(module)) {
            facts.add("also `" + other.name() + "`");
        }
        fact(facts, "is of the environment", module.section("environment"));
        fact(facts, "provides", module.section("provides"));
        fact(facts, "needs", module.section("depends"));
        fact(
                facts,
                "files",
                module.section("files").stream()
                        .map(file -> file.replaceAll(".*\\|", ""))
                        .toList());
        if (!module.section("license").isEmpty()) {
            facts.add("asks for the acceptance of a licence");
        }
        if (!module.section("exec").isEmpty()) {
            facts.add("needs a second JVM");
        }
        fact(facts, "XML", module.section("xml"));
        if (!module.ids().isEmpty()) {
            facts.add("ids: " + String.join(", ", module.ids()));
        }
        fact(facts, "sets", module.section("ini"));
        if (!module.section("deprecated").isEmpty()) {
            facts.add("deprecated: " + String.join(" ", module.section("deprecated")));
        }
        if (!facts.isEmpty()) {
            text.append('\n');
        }
        for (String fact : facts) {
            text.append("- ").append(fact).append('\n');
        }
        table(text, module);
    }

    private static void fact(List<String> facts, String name, List<String> values) {
        if (!values.isEmpty()) {
            facts.add(name + ": `" + String.join("`, `", values) + "`");
        }
    }

    private void table(StringBuilder text, ModuleFile module) {
        List<ModuleFile.Property> properties = module.properties();
        if (properties.isEmpty()) {
            return;
        }
        text.append("\n| property | in the ini file | |\n| --- | --- | --- |\n");
        String last = null;
        for (ModuleFile.Property property : properties) {
            text.append("| `")
                    .append(property.system() ? "-D" : "")
                    .append(property.name())
                    .append("` | ");
            text.append(value(property)).append(differences(module, property)).append(" | ");
            boolean same = property.comment().equals(last);
            text.append(same ? "" : property.comment().replace("|", "\\|").replace("<", "&lt;"))
                    .append(" |\n");
            last = property.comment();
        }
    }

    private static String value(ModuleFile.Property property) {
        String operator = property.operator().equals("=") ? "" : property.operator();
        String value = operator + property.value();
        return value.isEmpty() ? "" : "`" + value.replace("|", "\\|") + "`";
    }

    private String differences(ModuleFile module, ModuleFile.Property property) {
        StringBuilder text = new StringBuilder();
        for (ModuleFile other : others(module)) {
            for (ModuleFile.Property same : other.properties()) {
                if (same.name().equals(property.name()) && !Objects.equals(same.value(), property.value())) {
                    text.append("; ").append(other.name(), 0, 3).append(": ").append(value(same));
                }
            }
        }
        return text.toString();
    }
}
