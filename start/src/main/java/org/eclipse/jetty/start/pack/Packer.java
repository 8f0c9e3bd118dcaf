package org.eclipse.jetty.start.pack;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.jetty.start.change.FilesInitializer;
import org.eclipse.jetty.start.config.Options;
import org.eclipse.jetty.start.config.StartConfig;
import org.eclipse.jetty.start.config.StartProperties;
import org.eclipse.jetty.start.files.BaseHome;
import org.eclipse.jetty.start.files.HomeAndBase;
import org.eclipse.jetty.start.modules.ModuleFile;
import org.eclipse.jetty.start.problems.StartException;
import org.eclipse.jetty.start.problems.StartLog;
import org.eclipse.jetty.start.session.Resolver;
import org.eclipse.jetty.start.session.StartSession;
import org.jspecify.annotations.Nullable;

/**
 * Packs a base and what it uses of home into a bootable jar.
 *
 * <p>Confined to the main thread.
 */
public final class Packer {
    /** Options of the command that are for packing only, and not for the starts of what is packed. */
    private static final List<String> OF_PACKING = List.of("--pack", "--with-modules", "--debug", "--start-log-file");

    private static final String STORE_DIR = "jetty.session.file.storeDir";

    private final StartSession session;
    private final String version;
    private final List<String> arguments;
    private final Set<Path> warned = new HashSet<>();

    /**
     * Makes one of an open session.
     *
     * @param arguments the command line
     */
    public Packer(StartSession session, String version, List<String> arguments) {
        this.session = session;
        this.version = version;
        this.arguments = arguments;
    }

    /** Writes the file of {@code --pack}; one that exists is replaced when the new one is complete. */
    public void pack() {
        StartConfig config = session.config();
        BaseHome baseHome = session.baseHome();
        Options options = config.options();
        Path output = Path.of(String.valueOf(options.pack)).toAbsolutePath().normalize();
        checkPlaces(output);
        HomeFiles home = new HomeFiles(baseHome);
        List<ModuleFile> modules = session.enable();
        new Resolver(config, baseHome).resolve(modules);
        home.add(config, modules);
        warnOfMissingFiles(config, modules);
        warnOfWrittenFiles(config, modules);
        for (String name : options.withModules) {
            addWith(name, home);
        }
        Set<Path> base = BaseFiles.of(baseHome.base(), output);
        try {
            write(output, home, base);
        } catch (IOException e) {
            throw new StartException(StartException.UNKNOWN, "--pack: cannot write " + output + ": " + e, e);
        }
    }

    private void checkPlaces(Path output) {
        BaseHome baseHome = session.baseHome();
        if (baseHome.isHomeTheBase()) {
            throw bad("the base is the home " + baseHome.home() + " (expected: a base of its own)");
        }
        if (!baseHome.configDirs().isEmpty()) {
            throw bad("the base has the additional directories " + baseHome.configDirs()
                    + " (expected: none; copy into the base what is used of them)");
        }
        if (!output.toString().endsWith(".jar")) {
            throw bad(output + " (expected: a name that ends with .jar)");
        }
        if (output.getParent() == null || !Files.isDirectory(output.getParent())) {
            throw bad(output + " (expected: a file in an existing directory)");
        }
    }

    private static StartException bad(String why) {
        return new StartException(StartException.BAD_ARGUMENT, "--pack: " + why);
    }

    /** Adds a module that is not enabled, with what it needs. */
    private void addWith(String name, HomeFiles home) {
        List<String> all = new ArrayList<>(arguments);
        all.add("--modules=" + name);
        StartSession with = StartSession.open(all.toArray(new String[0]), version);
        List<ModuleFile> modules = with.enable();
        new Resolver(with.config(), with.baseHome()).resolve(modules);
        home.add(with.config(), modules);
        warnOfMissingFiles(with.config(), modules);
    }

    private void warnOfMissingFiles(StartConfig config, List<ModuleFile> modules) {
        FilesInitializer files = new FilesInitializer(config, session.baseHome());
        for (ModuleFile module : modules) {
            StartProperties properties =
                    config.environment(module.environment()).properties();
            for (ModuleFile.Entry entry : module.entries(ModuleFile.Section.FILES)) {
                Path target = target(files, properties.expand(entry.text()));
                if (target != null && !entry.text().endsWith("/") && warned.add(target) && !Files.exists(target)) {
                    StartLog.warn("The file " + session.baseHome().toShortForm(target) + " of the module "
                            + module.name() + " is not packed, as it does not exist. Create it with --create-files"
                            + " --modules=" + module.name());
                }
            }
        }
    }

    private static @Nullable Path target(FilesInitializer files, String entry) {
        try {
            return files.targetOf(entry);
        } catch (IOException | IllegalArgumentException e) {
            StartLog.warn("The file " + entry + " is not packed: " + e.getMessage());
            return null;
        }
    }

    /** Warns of what a server would keep below its base: that of a bootable jar ends with it. */
    private static void warnOfWrittenFiles(StartConfig config, List<ModuleFile> modules) {
        StartProperties properties = config.properties();
        for (ModuleFile module : modules) {
            for (ModuleFile.Entry entry : module.entries(ModuleFile.Section.INI)) {
                int equals = entry.text().indexOf('=');
                String name = equals < 0
                        ? ""
                        : entry.text().substring(0, equals).replace("?", "").trim();
                String value = name.endsWith(".dir") ? properties.expandedValue(name) : null;
                if (value != null && !Path.of(value).isAbsolute()) {
                    warnOfWritten(name, value);
                }
            }
        }
        String store = properties.value(STORE_DIR);
        if (store != null && store.startsWith("${jetty.base}")) {
            warnOfWritten(STORE_DIR, store);
        }
    }

    private static void warnOfWritten(String name, String value) {
        StartLog.warn(
                name + "=" + value + " is below the base, which is temporary when a bootable jar runs: what is written"
                        + " there is lost. Set it to an absolute directory, here or at each start");
    }

    private void write(Path output, HomeFiles home, Set<Path> base) throws IOException {
        BaseHome baseHome = session.baseHome();
        Path part = output.resolveSibling(
                "." + output.getFileName() + "." + ProcessHandle.current().pid() + ".part");
        try {
            try (BootableWriter writer = new BootableWriter(Files.newOutputStream(part))) {
                writer.begin(forEachStart(), version);
                for (Path file : home.all()) {
                    writer.add(Layout.HOME, baseHome.home(), file);
                }
                for (Path file : base) {
                    writer.add(Layout.BASE, baseHome.base(), file);
                }
            }
            move(part, output);
        } finally {
            Files.deleteIfExists(part);
        }
        StartLog.info("Packed " + output + " (" + Files.size(output) / 1024 + " KiB). Start it with java -jar "
                + output.getFileName());
    }

    private static void move(Path part, Path output) throws IOException {
        try {
            Files.move(part, output, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(part, output, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** What the command line says besides that it packs: modules and properties. */
    private List<String> forEachStart() {
        List<String> all = new ArrayList<>();
        for (String argument :
                Options.joined(HomeAndBase.of(arguments.toArray(new String[0])).rest())) {
            int equals = argument.indexOf('=');
            String name = equals < 0 ? argument : argument.substring(0, equals);
            if (!OF_PACKING.contains(name)) {
                all.add(argument);
            }
        }
        return all;
    }
}
