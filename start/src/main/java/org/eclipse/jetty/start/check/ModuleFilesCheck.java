package org.eclipse.jetty.start.check;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.jetty.start.change.FilesInitializer;
import org.eclipse.jetty.start.config.StartConfig;
import org.eclipse.jetty.start.config.StartProperties;
import org.eclipse.jetty.start.files.BaseHome;
import org.eclipse.jetty.start.modules.ModuleFile;
import org.eclipse.jetty.start.problems.Origin;

/** Looks whether the {@code [files]} of the enabled modules are there, and their entries well written. */
final class ModuleFilesCheck {
    private final StartConfig config;
    private final BaseHome baseHome;

    ModuleFilesCheck(StartConfig config, BaseHome baseHome) {
        this.config = config;
        this.baseHome = baseHome;
    }

    void check(List<ModuleFile> modules) {
        for (ModuleFile module : modules) {
            if (config.options().skipFiles.contains(module.name())) {
                continue;
            }
            StartProperties properties =
                    config.environment(module.environment()).properties();
            for (ModuleFile.Entry entry : module.entries(ModuleFile.Section.FILES)) {
                check(properties.expand(entry.text()), module.origin(entry));
            }
        }
    }

    private void check(String entry, Origin origin) {
        Path target;
        try {
            target = new FilesInitializer(config, baseHome).targetOf(entry);
        } catch (IllegalArgumentException | java.io.IOException e) {
            config.problems().defect("[files] " + entry + ": " + e.getMessage(), origin, "");
            return;
        }
        if (target == null || Files.exists(target)) {
            return;
        }
        String name = baseHome.toShortForm(target);
        // a file of another layer stands for one of the base
        if (!entry.endsWith("/")
                && baseHome.find(baseHome.base().relativize(target).toString()) != null) {
            return;
        }
        Path parent = target.getParent();
        if (parent != null && Files.isDirectory(parent) || !entry.endsWith("/")) {
            config.problems().warning(name + " is missing", origin, "Create it with --create-files");
        }
    }
}
