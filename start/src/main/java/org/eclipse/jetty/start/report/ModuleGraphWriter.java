package org.eclipse.jetty.start.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.jetty.start.modules.ModuleFile;
import org.eclipse.jetty.start.modules.ModuleRegistry;
import org.eclipse.jetty.start.problems.StartException;

/** Writes the module graph for Graphviz: {@code --write-module-graph}. */
public final class ModuleGraphWriter {
    private final ModuleRegistry registry;

    public ModuleGraphWriter(ModuleRegistry registry) {
        this.registry = registry;
    }

    public void write(Path file, List<ModuleFile> enabled) {
        StringBuilder dot = new StringBuilder("digraph modules {\n");
        dot.append("  rankdir=LR;\n");
        dot.append("  node [shape=rectangle, style=filled, fillcolor=white];\n");
        Set<String> names = new HashSet<>();
        for (ModuleFile module : enabled) {
            names.add(module.name());
            dot.append("  ").append(quote(module.name()));
            if (module.isExplicit()) {
                dot.append(" [fillcolor=\"#b8ffb8\"]");
            }
            dot.append(";\n");
        }
        for (ModuleFile module : enabled) {
            for (ModuleFile.Entry entry : module.entries(ModuleFile.Section.DEPENDS)) {
                String name =
                        entry.text().startsWith("?") ? entry.text().substring(1).trim() : entry.text();
                for (ModuleFile provider : registry.providers(name)) {
                    if (names.contains(provider.name())) {
                        edge(dot, module, provider, name);
                    }
                }
            }
        }
        dot.append("}\n");
        try {
            Files.write(file, dot.toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new StartException(StartException.UNKNOWN, "Cannot write the module graph " + file + ": " + e, e);
        }
    }

    private static void edge(StringBuilder dot, ModuleFile from, ModuleFile to, String name) {
        dot.append("  ").append(quote(from.name())).append(" -> ").append(quote(to.name()));
        if (!name.equals(to.name())) {
            dot.append(" [style=dashed, label=").append(quote(name)).append(']');
        }
        dot.append(";\n");
    }

    private static String quote(String name) {
        return '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
