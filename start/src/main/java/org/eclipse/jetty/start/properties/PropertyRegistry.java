package org.eclipse.jetty.start.properties;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.eclipse.jetty.start.config.ListValue;
import org.eclipse.jetty.start.files.BaseHome;
import org.eclipse.jetty.start.files.XmlScanner;
import org.eclipse.jetty.start.modules.IniTemplate;
import org.eclipse.jetty.start.modules.ModuleFile;
import org.eclipse.jetty.start.modules.ModuleRegistry;
import org.eclipse.jetty.start.problems.Origin;
import org.eclipse.jetty.start.problems.StartException;
import org.jspecify.annotations.Nullable;

/**
 * All properties and ids that the modules and XML files of all configuration directories know, with what these files say of them.
 *
 * <pre>
 * modules/*.mod  [ini-template]   ## comment        description
 *                                 # name=value      default that is offered
 *                [ini]            name=value        default that the module sets
 *                any section      ${name}           read
 * etc/*.xml      &lt;Property name= default= deprecated=&gt;, &lt;Set property=&gt;   read, default of the code, old names
 *                id=, refid=                                                ids
 * </pre>
 *
 * <p>Nothing is kept by hand, so that it cannot differ from the files. Confined to the main thread.
 */
public final class PropertyRegistry {
    /**
     * A place that reads a property, or makes or uses an object by its id.
     *
     * @param module the module that brings the file, or null
     * @param object the id or class of the object that the value is for, or null
     * @param value the default, or null
     */
    public record Use(
            Origin origin,
            @Nullable String module,
            @Nullable String object,
            @Nullable String value) {}

    /** What is known of one property. */
    public static final class Known {
        private final String name;
        private final Set<String> offering = new LinkedHashSet<>();
        private final List<Use> readers = new ArrayList<>();
        private final List<Use> offers = new ArrayList<>();
        private String description = "";
        private @Nullable String successor;

        private Known(String name) {
            this.name = name;
        }

        public String name() {
            return name;
        }

        /** The comment of an ini template; empty when none has one. */
        public String description() {
            return description;
        }

        /** The modules whose ini templates have it. */
        Set<String> offering() {
            return offering;
        }

        /** The lines of ini templates and ini sections that give it a value. */
        public List<Use> offers() {
            return offers;
        }

        /** The elements of XML files, and lines of modules, that read it. */
        public List<Use> readers() {
            return readers;
        }

        /** The new name of a property that is deprecated; null when it is not. */
        public @Nullable String successor() {
            return successor;
        }

        /** The default: that of the code, else that of a template; null when there is none. */
        public @Nullable String defaultValue() {
            for (Use use : readers) {
                if (use.value != null) {
                    return use.value;
                }
            }
            for (Use use : offers) {
                if (use.value != null && !use.value.isEmpty()) {
                    return use.value;
                }
            }
            return null;
        }
    }

    /** What is known of one id: the class of its object, and where it is made and used. */
    public static final class Id {
        private final List<Use> makers = new ArrayList<>();
        private final List<Use> users = new ArrayList<>();

        /** Where it is made or configured; the class is the object of each. */
        public List<Use> makers() {
            return makers;
        }

        public List<Use> users() {
            return users;
        }
    }

    private final TreeMap<String, Known> properties = new TreeMap<>();
    private final TreeMap<String, Id> ids = new TreeMap<>();
    private final Map<Path, String> modulesOfXmls = new LinkedHashMap<>();
    private final BaseHome baseHome;

    private PropertyRegistry(BaseHome baseHome) {
        this.baseHome = baseHome;
    }

    /** Reads all modules, and the XML files below {@code etc} and those that are named besides. */
    public static PropertyRegistry read(BaseHome baseHome, ModuleRegistry modules, Collection<Path> moreXmls) {
        PropertyRegistry registry = new PropertyRegistry(baseHome);
        for (ModuleFile module : modules.all()) {
            registry.addModule(module);
        }
        Set<Path> xmls = new LinkedHashSet<>(registry.modulesOfXmls.keySet());
        xmls.addAll(moreXmls);
        for (Path dir : baseHome.searchOrder()) {
            registry.addXmlsBelow(dir.resolve("etc"), xmls);
        }
        for (Path xml : xmls) {
            registry.addXml(xml);
        }
        return registry;
    }

    private void addXmlsBelow(Path dir, Set<Path> xmls) {
        if (!Files.isDirectory(dir)) {
            return;
        }
        try (Stream<Path> files = Files.walk(dir)) {
            files.filter(file -> file.toString().endsWith(".xml")).sorted().forEach(xmls::add);
        } catch (IOException e) {
            throw new StartException(StartException.UNKNOWN, "Cannot read the directory " + dir + ": " + e, e);
        }
    }

    private void addModule(ModuleFile module) {
        for (ModuleFile.Entry entry : module.entries(ModuleFile.Section.XML)) {
            Path file = baseHome.find(entry.text());
            if (file != null) {
                modulesOfXmls.putIfAbsent(file, module.name());
            }
        }
        for (IniTemplate.Setting setting : IniTemplate.settings(module)) {
            Known known = known(setting.name());
            if (known.description.isEmpty()) {
                known.description = setting.description();
            }
            known.offering.add(module.name());
            known.offers.add(new Use(setting.origin(), module.name(), null, setting.value()));
        }
        for (ModuleFile.Entry entry : module.entries(ModuleFile.Section.INI)) {
            int equals = entry.text().indexOf('=');
            if (equals <= 0 || entry.text().charAt(0) == '-') {
                continue;
            }
            String name = IniTemplate.name(entry.text(), equals);
            known(name)
                    .offers
                    .add(new Use(
                            module.origin(entry),
                            module.name(),
                            null,
                            entry.text().substring(equals + 1).trim()));
        }
        for (ModuleFile.Section section : ModuleFile.Section.values()) {
            for (ModuleFile.Entry entry : module.entries(section)) {
                if (section == ModuleFile.Section.INI_TEMPLATE) {
                    continue;
                }
                for (String name : IniTemplate.references(entry.text())) {
                    known(name).readers.add(new Use(module.origin(entry), module.name(), null, null));
                }
            }
        }
    }

    private void addXml(Path file) {
        List<XmlScanner.Element> elements = XmlScanner.read(file);
        String shortPath = baseHome.toShortForm(file);
        String module = modulesOfXmls.get(file);
        for (XmlScanner.Element element : elements) {
            Origin origin = new Origin(shortPath, element.line());
            if (element.tag().equals("Property")) {
                String name = element.said("name", elements);
                if (name == null || name.isEmpty()) {
                    continue;
                }
                known(name).readers.add(new Use(origin, module, objectOf(element), element.said("default", elements)));
                String old = element.said("deprecated", elements);
                if (old != null) {
                    for (String deprecated : ListValue.split(old)) {
                        known(deprecated).successor = name;
                        known(deprecated).readers.add(new Use(origin, module, objectOf(element), null));
                    }
                }
            } else if (element.tag().equals("Set") && element.attribute("property") != null) {
                known(element.attribute("property")).readers.add(new Use(origin, module, objectOf(element), null));
            }
            addIds(element, elements, new Use(origin, module, element.attribute("class"), null));
        }
    }

    private void addIds(XmlScanner.Element element, List<XmlScanner.Element> elements, Use use) {
        String refid = element.attribute("refid");
        if (element.tag().equals("Ref") && refid == null) {
            refid = element.said("id", elements);
        }
        if (refid != null) {
            id(refid).users.add(use);
            return;
        }
        String made = element.said("id", elements);
        if (made != null && !made.isEmpty()) {
            id(made).makers.add(use);
        }
    }

    /** The id, or else the class, of the innermost object around an element. */
    private static @Nullable String objectOf(XmlScanner.Element element) {
        for (XmlScanner.Element e = element; e != null; e = e.parent()) {
            if (!e.tag().equals("New")
                    && !e.tag().equals("Configure")
                    && !e.tag().equals("Ref")) {
                continue;
            }
            for (String attribute : List.of("id", "refid", "class")) {
                if (e.attribute(attribute) != null) {
                    return e.attribute(attribute);
                }
            }
        }
        return null;
    }

    private Known known(String name) {
        return properties.computeIfAbsent(name, Known::new);
    }

    private Id id(String name) {
        return ids.computeIfAbsent(name, key -> new Id());
    }

    /** The property of that name, whose case does not count; null when none is known. */
    public @Nullable Known get(String name) {
        Known exact = properties.get(name);
        if (exact != null) {
            return exact;
        }
        for (Known known : properties.values()) {
            if (known.name.equalsIgnoreCase(name)) {
                return known;
            }
        }
        return null;
    }

    /** All properties, sorted by name. */
    public Collection<Known> all() {
        return properties.values();
    }

    public Collection<String> names() {
        return properties.keySet();
    }

    /** The id of that name, or null. */
    public @Nullable Id findId(String name) {
        return ids.get(name);
    }

    public Collection<String> idNames() {
        return ids.keySet();
    }
}
