package org.eclipse.jetty.ee10.quickstart;

import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.eclipse.jetty.ee10.annotations.ScannedClasses;
import org.eclipse.jetty.ee10.webapp.EffectiveWebXml;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/**
 * A quickstart descriptor: a web.xml with a processing instruction before its root that says what it was made of.
 *
 * <pre>
 * &lt;?quickstart
 * version 1.0.0                         of the server
 * library one.jar 12345                 of WEB-INF/lib, with its bytes
 * order one.jar                         as fragments say; none when they do not
 * annotated true                        whether annotations count
 * handles com.example.Initializer com.example.A com.example.B
 * ?&gt;
 * </pre>
 *
 * Names are encoded like those of forms. Immutable.
 */
final class QuickStartFile {
    private static final String BEGIN = "<?quickstart\n";
    private static final String END = "?>";

    /** Times of entries of WAR files have two seconds. */
    private static final long PRECISION = 2000;

    private static final String ORDER = QuickStartFile.class.getName() + ".order";

    private final Path file;
    private final byte[] content;
    private final List<String[]> lines = new ArrayList<>();

    private QuickStartFile(Path file, byte[] content) {
        this.file = file;
        this.content = content;
    }

    static QuickStartFile read(Path file) throws IOException {
        byte[] content = Files.readAllBytes(file);
        QuickStartFile made = new QuickStartFile(file, content);
        String text = new String(content, StandardCharsets.UTF_8);
        int begin = text.indexOf(BEGIN);
        int end = begin < 0 ? -1 : text.indexOf(END, begin);
        if (end > 0) {
            text.substring(begin + BEGIN.length(), end).lines().forEach(line -> made.lines.add(line.split(" ")));
        }
        return made;
    }

    Path file() {
        return file;
    }

    byte[] content() {
        return content;
    }

    // what it was made of

    /** Why this was made of something else than what the application is now; null when it was not. */
    @Nullable
    String whyStale(WebAppContext context) throws IOException {
        List<String> version = values("version");
        if (version.isEmpty()) {
            return "it does not say what it was made of";
        }
        if (!version.equals(List.of(Server.getVersion()))) {
            return "it was made by version " + version.get(0) + " of the server, and this is " + Server.getVersion();
        }
        Map<String, Long> made = new TreeMap<>();
        for (String[] line : lines) {
            if (line[0].equals("library")) {
                made.put(decoded(line[1]), Long.valueOf(line[2]));
            }
        }
        Map<String, Long> now = libraries(context);
        if (!made.equals(now)) {
            return "the libraries of the application are others: it was made of " + made + ", and there are " + now;
        }
        long time = Files.getLastModifiedTime(file).toMillis() + PRECISION;
        for (Path source : sources(context)) {
            FileTime changed = newest(source);
            if (changed.toMillis() > time) {
                return source + " has changed since, at " + changed;
            }
        }
        return null;
    }

    /** The names of the libraries and their bytes. */
    private static Map<String, Long> libraries(WebAppContext context) throws IOException {
        Map<String, Long> libraries = new TreeMap<>();
        Resource webInf = context.getWebInf();
        Resource lib = webInf == null ? null : webInf.resolve("lib/");
        if (Resources.isDirectory(lib)) {
            for (Resource entry : lib.list()) {
                String name = entry.getFileName();
                if (!entry.isDirectory() && name != null && name.endsWith(".jar")) {
                    libraries.put(name, entry.length());
                }
            }
        }
        return libraries;
    }

    /** The files and directories that the descriptor was made of, besides libraries. */
    private static List<Path> sources(WebAppContext context) throws IOException {
        List<Path> sources = new ArrayList<>();
        Resource webInf = context.getWebInf();
        Path directory = webInf == null ? null : webInf.getPath();
        if (directory != null) {
            sources.add(directory.resolve("web.xml"));
            sources.add(directory.resolve("classes"));
        }
        List<String> names = new ArrayList<>(context.getOverrideDescriptors());
        names.add(context.getDescriptor());
        names.add(context.getDefaultsDescriptor());
        for (String name : names) {
            if (name != null && !name.isBlank() && !name.contains(":") && Files.isRegularFile(Path.of(name))) {
                sources.add(Path.of(name));
            }
        }
        return sources;
    }

    /** The time of the last change of a file, or of a directory and all that is in it; that of 1970 when there is none. */
    private static FileTime newest(Path path) throws IOException {
        FileTime newest = FileTime.fromMillis(0);
        if (!Files.exists(path)) {
            return newest;
        }
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                FileTime time = Files.getLastModifiedTime(file);
                newest = time.compareTo(newest) > 0 ? time : newest;
            }
        } catch (NoSuchFileException x) {
            // gone meanwhile
            return newest;
        }
        return newest;
    }

    // what it says

    private List<String> values(String name) {
        List<String> values = new ArrayList<>();
        for (String[] line : lines) {
            if (line[0].equals(name) && line.length > 1) {
                values.add(decoded(line[1]));
            }
        }
        return values;
    }

    /** What a scan of the classes would find. */
    ScannedClasses scanned() {
        ScannedClasses scanned = new ScannedClasses();
        scanned.note(values("annotated").contains("true"));
        for (String[] line : lines) {
            if (line[0].equals("handles")) {
                List<String> classes = new ArrayList<>();
                for (int i = 2; i < line.length; i++) {
                    classes.add(decoded(line[i]));
                }
                scanned.note(decoded(line[1]), classes);
            }
        }
        return scanned;
    }

    /** Has the context know the order of its libraries, which no fragment says any longer. */
    void keepOrder(WebAppContext context) {
        List<String> order = values("order");
        if (!order.isEmpty()) {
            context.getContext().setAttribute(ORDER, order);
        }
    }

    static void applyOrder(WebAppContext context) {
        if (context.getContext().getAttribute(ORDER) instanceof List<?> order) {
            context.getContext().setAttribute(ServletContext.ORDERED_LIBS, List.copyOf(order));
        }
    }

    // writing

    /** The text of the descriptor of a context that is configured, and was not started. */
    static String text(WebAppContext context, ScannedClasses scanned) throws IOException {
        StringBuilder made = new StringBuilder(BEGIN);
        made.append("version ").append(encoded(Server.getVersion())).append('\n');
        libraries(context).forEach((name, length) -> made.append("library ")
                .append(encoded(name))
                .append(' ')
                .append(length)
                .append('\n'));
        if (context.getContext().getAttribute(ServletContext.ORDERED_LIBS) instanceof List<?> order) {
            order.forEach(name ->
                    made.append("order ").append(encoded(name.toString())).append('\n'));
        }
        made.append("annotated ").append(scanned.isAnnotated()).append('\n');
        scanned.handled().forEach((initializer, classes) -> {
            made.append("handles ").append(encoded(initializer));
            classes.forEach(name -> made.append(' ').append(encoded(name)));
            made.append('\n');
        });
        made.append(END).append('\n');
        String xml = EffectiveWebXml.of(context);
        int prolog = xml.indexOf('\n') + 1;
        return xml.substring(0, prolog) + made + xml.substring(prolog);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
