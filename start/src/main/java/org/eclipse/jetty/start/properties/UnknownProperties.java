package org.eclipse.jetty.start.properties;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.eclipse.jetty.start.config.Secrets;
import org.eclipse.jetty.start.config.StartConfig;
import org.eclipse.jetty.start.config.StartEnvironment;
import org.eclipse.jetty.start.config.StartProperties;
import org.eclipse.jetty.start.files.BaseHome;
import org.eclipse.jetty.start.files.IniReader;
import org.eclipse.jetty.start.modules.IniTemplate;
import org.eclipse.jetty.start.modules.ModuleFile;
import org.eclipse.jetty.start.modules.ModuleRegistry;
import org.eclipse.jetty.start.problems.Origin;
import org.eclipse.jetty.start.problems.StartException;
import org.eclipse.jetty.start.problems.StartLog;
import org.eclipse.jetty.start.problems.Suggestion;
import org.jspecify.annotations.Nullable;

/**
 * Finds properties that were set but that nothing reads, as those whose names are mistyped.
 *
 * <p>What a module names is known at no cost. Only for other names the XML and properties files of the base and of home are searched:
 * what a file of the operator's own reads is known, too, as is what another property refers to. Confined to the main thread.
 */
public final class UnknownProperties {
    /** What the launcher itself reads; see {@code StartSession}, {@code StopClient} and {@code FilesInitializer}. */
    private static final Set<String> OWN = Set.of(
            "jetty.home",
            "jetty.base",
            "jetty.version",
            "main.class",
            "java.version",
            "java.version.platform",
            "stop.host",
            "stop.port",
            "stop.key",
            "stop.wait",
            "stop.exit",
            "maven.local.repo",
            "maven.repo.uri");

    /** Whether the launcher itself reads the property. */
    public static boolean isOwn(String name) {
        return OWN.contains(name.toLowerCase(java.util.Locale.ROOT));
    }

    private final StartConfig config;
    private final BaseHome baseHome;
    private final ModuleRegistry modules;
    private final Set<String> known = new HashSet<>();
    private @Nullable List<String> texts;

    public UnknownProperties(StartConfig config, BaseHome baseHome, ModuleRegistry modules) {
        this.config = config;
        this.baseHome = baseHome;
        this.modules = modules;
    }

    /** Reports each: a warning, or an error under {@code --strict}. */
    public void report() {
        // what another main class reads is its own matter
        if (config.properties().value("main.class") != null) {
            return;
        }
        for (ModuleFile module : modules.all()) {
            addNames(module);
        }
        report(config.server());
        for (StartEnvironment environment : config.environments().values()) {
            report(environment);
        }
    }

    private void addNames(ModuleFile module) {
        for (ModuleFile.Section section : ModuleFile.Section.values()) {
            for (ModuleFile.Entry entry : module.entries(section)) {
                if (entry.text().indexOf('$') >= 0) {
                    known.addAll(IniTemplate.references(entry.text()));
                }
            }
        }
        for (IniTemplate.Setting setting : IniTemplate.settings(module)) {
            known.add(setting.name());
        }
        for (ModuleFile.Entry entry : module.entries(ModuleFile.Section.INI)) {
            int equals = entry.text().indexOf('=');
            if (equals > 0) {
                known.add(IniTemplate.name(entry.text(), equals));
            }
        }
    }

    private void report(StartEnvironment environment) {
        for (StartProperties.Property property : environment.properties().sorted()) {
            if (isOfOperator(property) && !isKnown(property.name()) && !isKnown(Secrets.read(property.name()))) {
                tell(property);
            }
        }
    }

    private boolean isKnown(String name) {
        return known.contains(name) || isRead(name);
    }

    private boolean isOfOperator(StartProperties.Property property) {
        return property.origin() != Origin.COMPUTED
                && !config.systemProperties().containsKey(property.name())
                && !isOwn(property.name());
    }

    private void tell(StartProperties.Property property) {
        Collection<String> names = new HashSet<>(known);
        names.addAll(OWN);
        for (String text : texts()) {
            addQuoted(text, names);
        }
        String message = "unknown property " + property.name() + ": nothing reads it";
        String remedy = Suggestion.didYouMean(property.name(), names).trim();
        Origin origin = property.origin();
        if (config.options().strict) {
            config.problems()
                    .error(new StartException(
                            StartException.BAD_ARGUMENT,
                            message + ", from " + origin.place() + (remedy.isEmpty() ? "" : ". " + remedy),
                            origin));
        } else {
            config.problems().warning(message, origin, remedy);
        }
    }

    /** Names of properties are quoted in XML: what has a dot may be one. */
    private static void addQuoted(String text, Collection<String> names) {
        int at = text.indexOf("roperty");
        while (at >= 0) {
            int open = text.indexOf('"', at);
            int close = open < 0 ? -1 : text.indexOf('"', open + 1);
            if (close < 0) {
                return;
            }
            String name = text.substring(open + 1, close);
            if (name.indexOf('.') > 0 && name.indexOf(' ') < 0 && name.indexOf('/') < 0) {
                names.add(name);
            }
            at = text.indexOf("roperty", close);
        }
    }

    private boolean isRead(String name) {
        for (String text : texts()) {
            if (names(text, name)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the name occurs as a whole. */
    private static boolean names(String text, String name) {
        int at = text.indexOf(name);
        while (at >= 0) {
            int end = at + name.length();
            boolean begins = at == 0 || !isPart(text.charAt(at - 1));
            if (begins && (end == text.length() || !isPart(text.charAt(end)))) {
                return true;
            }
            at = text.indexOf(name, at + 1);
        }
        return false;
    }

    private static boolean isPart(char c) {
        return Character.isLetterOrDigit(c) || c == '.' || c == '-' || c == '_';
    }

    private List<String> texts() {
        List<String> read = texts;
        if (read == null) {
            read = readTexts();
            texts = read;
        }
        return read;
    }

    private List<String> readTexts() {
        List<String> read = new ArrayList<>();
        for (Path dir : baseHome.searchOrder()) {
            for (String folder : new String[] {"etc", "environments", "resources", "webapps"}) {
                addBelow(dir.resolve(folder), read);
            }
        }
        addExtras(config.server(), read);
        for (StartEnvironment environment : config.environments().values()) {
            addExtras(environment, read);
        }
        return read;
    }

    private void addExtras(StartEnvironment environment, List<String> read) {
        for (StartEnvironment.Reference xml : environment.extraXmls()) {
            Path file = baseHome.find(environment.properties().expand(xml.text()));
            if (file != null) {
                read.add(IniReader.text(file));
            }
        }
        for (StartConfig.JvmArgument argument : config.jvmArguments()) {
            read.add(argument.text());
        }
        // what a value refers to is read by that
        for (StartProperties.Property property : environment.properties().sorted()) {
            for (String name : IniTemplate.references(property.value())) {
                read.add(name);
            }
        }
    }

    private static void addBelow(Path dir, List<String> read) {
        if (!Files.isDirectory(dir)) {
            return;
        }
        try (Stream<Path> files = Files.walk(dir, 4)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                add(file, read);
            }
        } catch (IOException | java.io.UncheckedIOException e) {
            StartLog.debug("properties that " + dir + " reads are not known: " + e);
        }
    }

    private static void add(Path file, List<String> read) throws IOException {
        String name = file.getFileName().toString();
        if (!Files.isRegularFile(file)) {
            return;
        }
        if (name.endsWith(".xml") || name.endsWith(".properties")) {
            read.add(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
        } else if (name.endsWith(".war")) {
            addArchive(file, read);
        }
    }

    private static void addArchive(Path file, List<String> read) {
        try (ZipFile zip = new ZipFile(file.toFile())) {
            Enumeration<? extends ZipEntry> entries = zip.entries();
            while (entries.hasMoreElements()) {
                ZipEntry entry = entries.nextElement();
                if (!entry.getName().startsWith("WEB-INF/") || !entry.getName().endsWith(".xml")) {
                    continue;
                }
                try (InputStream in = zip.getInputStream(entry)) {
                    read.add(new String(in.readAllBytes(), StandardCharsets.UTF_8));
                }
            }
        } catch (IOException e) {
            StartLog.debug("properties that " + file + " reads are not known: " + e);
        }
    }
}
