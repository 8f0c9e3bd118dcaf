package org.eclipse.jetty.ee10.quickstart;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import org.eclipse.jetty.ee10.annotations.AnnotationConfiguration;
import org.eclipse.jetty.ee10.annotations.ScannedClasses;
import org.eclipse.jetty.ee10.webapp.AbstractConfiguration;
import org.eclipse.jetty.ee10.webapp.FragmentConfiguration;
import org.eclipse.jetty.ee10.webapp.MetaInfConfiguration;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.ee10.webapp.WebInfConfiguration;
import org.eclipse.jetty.ee10.webapp.WebXmlConfiguration;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.resource.MemoryResource;
import org.eclipse.jetty.util.resource.Resource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts an application from its quickstart descriptor, or has that made; the description of the package has the cases. Thread-safe. */
public class QuickStartConfiguration extends AbstractConfiguration {
    /** The attribute of a context, or else of the server, with the {@link Mode}, or its name; AUTO when there is none. */
    public static final String MODE = "org.eclipse.jetty.quickstart.mode";

    /** The attribute of a context, or else of the server, with the file in place of {@code WEB-INF/quickstart-web.xml}: a path or resource. */
    public static final String QUICKSTART_WEB_XML = "org.eclipse.jetty.quickstart.xml";

    private static final Logger LOG = LoggerFactory.getLogger(QuickStartConfiguration.class);
    private static final String NAME = "quickstart-web.xml";

    /** What is done with the descriptor. */
    public enum Mode {
        /** It is made, and the application not started. */
        GENERATE,
        /** It is used if there is one that fits the application. */
        AUTO,
        /** It is used; the application does not start without one that fits. */
        QUICKSTART
    }

    public QuickStartConfiguration() {
        super(new Builder()
                .addDependencies(WebInfConfiguration.class)
                .addDependents(
                        WebXmlConfiguration.class,
                        MetaInfConfiguration.class,
                        FragmentConfiguration.class,
                        AnnotationConfiguration.class));
    }

    /**
     * Sets the mode of all applications of a server that have none of their own.
     *
     * @param mode the name of a {@link Mode}, in any case; null or blank for AUTO
     * @throws IllegalArgumentException when there is no such mode
     */
    public static void configureMode(Server server, String mode) {
        server.setAttribute(MODE, mode(mode));
    }

    private static Mode mode(@Nullable Object value) {
        if (value instanceof Mode mode) {
            return mode;
        }
        String name = value == null ? "" : value.toString().trim();
        if (name.isEmpty()) {
            return Mode.AUTO;
        }
        try {
            return Mode.valueOf(name.toUpperCase(Locale.ENGLISH));
        } catch (IllegalArgumentException x) {
            throw new IllegalArgumentException(
                    MODE + ": " + name + " (expected: one of " + Arrays.toString(Mode.values()) + ")", x);
        }
    }

    @Override
    public void preConfigure(WebAppContext context) throws Exception {
        Mode mode = mode(attribute(context, MODE));
        Path file = getQuickStartWebXml(context);
        if (mode == Mode.GENERATE) {
            QuickStartGeneratorConfiguration generator = new QuickStartGeneratorConfiguration(true);
            generator.setQuickStartWebXml(file);
            context.addConfiguration(generator);
            generator.preConfigure(context);
            return;
        }
        String why = Files.isRegularFile(file) ? null : "it does not exist";
        QuickStartFile made = why == null ? QuickStartFile.read(file) : null;
        if (made != null) {
            why = made.whyStale(context);
        }
        if (why == null && made != null) {
            LOG.debug("{} starts from {}", context, file);
            use(context, made);
        } else if (mode == Mode.QUICKSTART) {
            throw new IllegalStateException(
                    file + " cannot be used, as " + why + " (expected: a descriptor made of this"
                            + " application; jetty.quickstart.mode=GENERATE makes it)");
        } else if (made != null) {
            LOG.warn("{} is not used, as {}; jetty.quickstart.mode=GENERATE makes it again", file, why);
        }
    }

    private static void use(WebAppContext context, QuickStartFile made) {
        made.scanned().putInto(context);
        made.keepOrder(context);
        context.getContext()
                .setAttribute(
                        WebXmlConfiguration.COMPLETE_DESCRIPTOR,
                        new MemoryResource(made.file().toUri(), made.content()));
    }

    @Override
    public void configure(WebAppContext context) throws Exception {
        if (context.getContext().getAttribute(WebXmlConfiguration.COMPLETE_DESCRIPTOR) != null) {
            quickStart(context);
        }
    }

    /** Called for an application that starts from its descriptor, before its other configurations. */
    protected void quickStart(WebAppContext context) throws Exception {
        QuickStartFile.applyOrder(context);
    }

    @Override
    public void deconfigure(WebAppContext context) throws Exception {
        context.getContext().removeAttribute(WebXmlConfiguration.COMPLETE_DESCRIPTOR);
        ScannedClasses.removeFrom(context);
        context.removeConfiguration(QuickStartGeneratorConfiguration.class);
    }

    /**
     * Returns the file of the descriptor, which may not exist.
     *
     * @throws IOException when the application is not in the file system, or has no WEB-INF
     */
    public static Path getQuickStartWebXml(WebAppContext context) throws IOException {
        Object set = attribute(context, QUICKSTART_WEB_XML);
        if (set instanceof Path path) {
            return path;
        }
        if (set instanceof Resource resource) {
            Path path = resource.getPath();
            if (path == null) {
                throw new IOException(QUICKSTART_WEB_XML + ": " + resource + " (expected: a file)");
            }
            return path;
        }
        if (set != null && !set.toString().isBlank()) {
            Path webInf = webInf(context);
            Path path = Path.of(set.toString());
            return path.isAbsolute() || webInf == null ? path.toAbsolutePath() : webInf.resolve(path);
        }
        Path webInf = webInf(context);
        if (webInf == null) {
            // an application of pages alone: there is nothing that a descriptor could be made of
            return Objects.requireNonNull(context.getTempDirectory()).toPath().resolve(NAME);
        }
        return webInf.resolve(NAME);
    }

    private static @Nullable Path webInf(WebAppContext context) throws IOException {
        Resource webInf = context.getWebInf();
        return webInf == null ? null : webInf.getPath();
    }

    private static @Nullable Object attribute(WebAppContext context, String name) {
        Object value = context.getAttribute(name);
        return value != null || context.getServer() == null
                ? value
                : context.getServer().getAttribute(name);
    }
}
