package org.eclipse.jetty.ee10.webapp;

import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.annotation.WebListener;
import jakarta.servlet.annotation.WebServlet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.eclipse.jetty.util.resource.Resource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports an application whose own classes are annotated as servlets, filters or listeners where nothing reads annotations,
 * so that these would be missing without a word. Looks for the names of the annotations in the constants of WEB-INF/classes,
 * until the first one; libraries are not read. Confined to the thread that starts the application.
 */
final class UnreadAnnotations {
    private static final Logger LOG = LoggerFactory.getLogger(WebAppContext.class);

    private static final String READER = "org.eclipse.jetty.ee10.annotations.AnnotationConfiguration";
    /** What the constants of all of them contain. */
    private static final String COMMON = WebServlet.class.descriptorString().replace("Servlet;", "");

    /** The annotations by the constant that a class with one of them has (JVMS section 4.4.7), a character for each octet. */
    private static final Map<String, String> CONSTANTS =
            constants(WebServlet.class, WebFilter.class, WebListener.class);

    private UnreadAnnotations() {}

    private static Map<String, String> constants(Class<?>... annotations) {
        Map<String, String> constants = new LinkedHashMap<>();
        for (Class<?> annotation : annotations) {
            String name = annotation.descriptorString();
            String constant = "\u0001" + (char) (name.length() >> 8) + (char) (name.length() & 0xff) + name;
            constants.put(constant, "@" + annotation.getSimpleName());
        }
        return constants;
    }

    /** Warns about an application whose descriptors are parsed, if there is a reason to. */
    static void warn(WebAppContext context) {
        if (context.getMetaData().isMetaDataComplete() || isRead(context)) {
            return;
        }
        for (Resource classes : context.getMetaData().getWebInfClassesResources()) {
            Path directory = classes.getPath();
            if (directory != null && warn(context, directory)) {
                return;
            }
        }
    }

    private static boolean isRead(WebAppContext context) {
        for (Configuration configuration : context.getConfigurations()) {
            for (Class<?> type = configuration.getClass(); type != null; type = type.getSuperclass()) {
                if (type.getName().equals(READER)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean warn(WebAppContext context, Path directory) {
        try (Stream<Path> files = Files.walk(directory, FileVisitOption.FOLLOW_LINKS)) {
            Iterator<Path> all = files.iterator();
            while (all.hasNext()) {
                Path file = all.next();
                String annotation = file.toString().endsWith(".class") ? annotationOf(file) : null;
                if (annotation == null) {
                    continue;
                }
                String name = directory.relativize(file).toString();
                LOG.warn(
                        "{} {}: annotations are not read, so that {} of {} has no effect (remedy:"
                                + " --add-modules=ee10-annotations, or jetty-ee10-annotations on the class path; or"
                                + " metadata-complete=\"true\" in web.xml)",
                        context.getContextPath(),
                        context.getWar(),
                        annotation,
                        name.substring(0, name.length() - ".class".length())
                                .replace(directory.getFileSystem().getSeparator(), "."));
                return true;
            }
        } catch (IOException | java.io.UncheckedIOException x) {
            // what cannot be read is told when the class is loaded
            LOG.debug("{} was not looked through", directory, x);
        }
        return false;
    }

    private static @Nullable String annotationOf(Path file) throws IOException {
        // the JDK looks through texts in one step for many octets
        String octets = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        if (!octets.contains(COMMON)) {
            return null;
        }
        for (Map.Entry<String, String> constant : CONSTANTS.entrySet()) {
            if (octets.contains(constant.getKey())) {
                return constant.getValue();
            }
        }
        return null;
    }
}
