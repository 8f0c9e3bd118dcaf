package org.eclipse.jetty.ee.webapp;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.eclipse.jetty.util.StringUtil;
import org.eclipse.jetty.xml.XmlParser;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xml.sax.SAXException;

/** Reads what is in META-INF of one library, in one pass. Confined to one thread. */
final class LibraryScan {
    private static final Logger LOG = LoggerFactory.getLogger(LibraryScan.class);
    private static final String META_INF = "META-INF/";
    private static final String SERVICES = "META-INF/services/";

    private final Path library;
    private final List<TagLibrary> tagLibraries = new ArrayList<>();
    private final Map<String, List<String>> services = new LinkedHashMap<>();
    private byte @Nullable [] fragment;
    private boolean resources;
    private boolean classPath;

    /** Opens what was found. */
    private interface Content {
        InputStream open() throws IOException;
    }

    private LibraryScan(Path library) {
        this.library = library;
    }

    static LibraryContents ofArchive(Path archive) throws IOException {
        LibraryScan scan = new LibraryScan(archive);
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            for (Enumeration<? extends ZipEntry> entries = zip.entries(); entries.hasMoreElements(); ) {
                ZipEntry entry = entries.nextElement();
                scan.found(entry.getName(), () -> zip.getInputStream(entry));
            }
        } catch (ZipException x) {
            throw new IOException(archive + ": not a readable library (" + x.getMessage() + ")", x);
        }
        return scan.contents();
    }

    static LibraryContents ofDirectory(Path directory) throws IOException {
        LibraryScan scan = new LibraryScan(directory);
        Path metaInf = directory.resolve("META-INF");
        if (Files.isDirectory(metaInf)) {
            try (var files = Files.walk(metaInf)) {
                for (Path file : (Iterable<Path>) files::iterator) {
                    if (!Files.isRegularFile(file)) {
                        continue;
                    }
                    String name = directory.relativize(file).toString().replace('\\', '/');
                    scan.found(name, () -> Files.newInputStream(file));
                }
            }
            scan.resources = Files.isDirectory(metaInf.resolve("resources"));
        }
        return scan.contents();
    }

    private LibraryContents contents() {
        return new LibraryContents(fragment, resources, classPath, tagLibraries, services);
    }

    private void found(String name, Content content) throws IOException {
        if (!name.startsWith(META_INF)) {
            return;
        }
        if (name.startsWith("META-INF/resources/")) {
            resources = true;
        } else if (name.equals("META-INF/web-fragment.xml")) {
            fragment = octets(content);
        } else if (name.equalsIgnoreCase("META-INF/MANIFEST.MF")) {
            classPath = namesOthers(content);
        } else if (name.endsWith(".tld")) {
            tagLibraries.add(tagLibrary(name, octets(content)));
        } else if (name.startsWith(SERVICES) && name.length() > SERVICES.length() && !name.endsWith("/")) {
            services.put(name.substring(SERVICES.length()), providers(octets(content)));
        }
    }

    private static byte[] octets(Content content) throws IOException {
        try (InputStream in = content.open()) {
            return in.readAllBytes();
        }
    }

    private boolean namesOthers(Content content) {
        try (InputStream in = content.open()) {
            return new Manifest(in).getMainAttributes().getValue(Attributes.Name.CLASS_PATH) != null;
        } catch (IOException x) {
            LOG.debug("{} has a manifest that is none", library, x);
            return false;
        }
    }

    /** The format of {@link java.util.ServiceLoader}. */
    private static List<String> providers(byte[] octets) {
        Set<String> names = new LinkedHashSet<>();
        for (String line : new String(octets, StandardCharsets.UTF_8).split("\\R")) {
            int comment = line.indexOf('#');
            String name = (comment < 0 ? line : line.substring(0, comment)).trim();
            if (!name.isEmpty()) {
                names.add(name);
            }
        }
        return List.copyOf(names);
    }

    private TagLibrary tagLibrary(String name, byte[] octets) throws IOException {
        try {
            XmlParser.Node root = new XmlParser().parse(new ByteArrayInputStream(octets));
            List<String> listeners = new ArrayList<>();
            for (Iterator<XmlParser.Node> all = root.iterator("listener"); all.hasNext(); ) {
                String className = all.next().getString("listener-class", false, true);
                if (!StringUtil.isBlank(className)) {
                    listeners.add(className);
                }
            }
            String uri = root.getString("uri", false, true);
            return new TagLibrary(name, StringUtil.isBlank(uri) ? null : uri, List.copyOf(listeners), true);
        } catch (SAXException x) {
            LOG.debug("{}: {} cannot be read", library, name, x);
            return new TagLibrary(name, null, List.of(), false);
        }
    }
}
