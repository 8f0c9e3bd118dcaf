package org.eclipse.jetty.start.pack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.jetty.start.config.StartConfig;
import org.eclipse.jetty.start.config.StartEnvironment;
import org.eclipse.jetty.start.files.BaseHome;
import org.eclipse.jetty.start.files.IniReader;
import org.eclipse.jetty.start.modules.ModuleFile;
import org.eclipse.jetty.start.problems.StartException;

/**
 * What enabled modules use of home: their own files, libraries, XML files, and what these name.
 *
 * <p>Confined to the main thread.
 */
final class HomeFiles {
    /** How module and XML files name others. */
    private static final Pattern NAMED = Pattern.compile("(?:etc|modules|lib)/[A-Za-z0-9@._/-]+");

    private static final String COPIED = "basehome:";

    private final BaseHome baseHome;
    private final TreeSet<Path> files = new TreeSet<>();

    HomeFiles(BaseHome baseHome) {
        this.baseHome = baseHome;
    }

    /** Adds what a resolved configuration uses. */
    void add(StartConfig config, Collection<ModuleFile> modules) {
        for (ModuleFile module : modules) {
            addText(module.file());
            for (ModuleFile.Entry entry : module.entries(ModuleFile.Section.FILES)) {
                addSource(entry.text());
            }
        }
        add(config.server());
        config.environments().values().forEach(this::add);
    }

    private void add(StartEnvironment environment) {
        for (Path library : environment.classPath()) {
            if (isOfHome(library, "Library")) {
                files.add(library);
            }
        }
        for (Path xml : environment.xmls()) {
            if (isOfHome(xml, "XML file")) {
                addText(xml);
            }
        }
    }

    /** Whether a file is of home; the base is packed as a whole. */
    private boolean isOfHome(Path file, String what) {
        if (file.startsWith(baseHome.base())) {
            return false;
        }
        if (file.startsWith(baseHome.home())) {
            return true;
        }
        throw new StartException(
                StartException.BAD_ARGUMENT,
                what + " " + file + " is neither in " + baseHome.base() + " nor in " + baseHome.home()
                        + ", which alone are packed. Copy it into the base");
    }

    /** Adds what an entry copies into the base from home: a file, or a directory with all that is in it. */
    private void addSource(String entry) {
        int bar = entry.indexOf('|');
        String source = (bar < 0 ? entry : entry.substring(0, bar)).trim();
        Path path = source.startsWith(COPIED) ? baseHome.home().resolve(source.substring(COPIED.length())) : null;
        if (path == null || !Files.exists(path)) {
            return;
        }
        try (Stream<Path> tree = Files.walk(path)) {
            tree.filter(Files::isRegularFile).forEach(files::add);
        } catch (IOException e) {
            throw new StartException(StartException.UNKNOWN, "Cannot read the directory " + path + ": " + e, e);
        }
    }

    /** Adds a file, and those of home that its text names. */
    private void addText(Path file) {
        if (file.startsWith(baseHome.home()) && !files.add(file)) {
            return;
        }
        Matcher names = NAMED.matcher(IniReader.text(file));
        while (names.find()) {
            Path named = baseHome.home().resolve(names.group());
            if (!Files.isRegularFile(named)) {
                continue;
            }
            String name = named.toString();
            if (name.endsWith(".xml") || name.endsWith(".mod")) {
                addText(named);
            } else {
                files.add(named);
            }
        }
    }

    /** The files, sorted. */
    Collection<Path> all() {
        return files;
    }
}
