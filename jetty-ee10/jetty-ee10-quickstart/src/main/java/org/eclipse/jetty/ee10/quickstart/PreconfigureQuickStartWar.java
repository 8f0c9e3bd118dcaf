package org.eclipse.jetty.ee10.quickstart;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.eclipse.jetty.xml.XmlConfiguration;
import org.jspecify.annotations.Nullable;

/** Makes the quickstart descriptor of a web application, as a program. Stateless. */
public class PreconfigureQuickStartWar {
    private static final String USAGE = "Usage: java " + PreconfigureQuickStartWar.class.getName()
            + " <war file or directory> [<directory>] [<context.xml>]%n"
            + "  A WAR file is unpacked into the directory, which must be empty or missing; the descriptor is made there.%n"
            + "  Without <directory>, the first argument is one that is unpacked already.%n";

    public PreconfigureQuickStartWar() {}

    /**
     * Makes the descriptor.
     *
     * @param arguments a WAR file or directory, the directory that a WAR file is unpacked into, and an XML file that is applied to the
     *     context; the last two may be missing
     */
    public static void main(String... arguments) throws Exception {
        if (arguments.length < 1 || arguments.length > 3) {
            System.err.printf(USAGE);
            throw new IllegalArgumentException(arguments.length + " arguments (expected: 1 to 3)");
        }
        try (ResourceFactory.Closeable factory = ResourceFactory.closeable()) {
            Resource war = factory.newResource(Path.of(arguments[0]).toAbsolutePath());
            Resource directory = null;
            Resource xml = null;
            for (int i = 1; i < arguments.length; i++) {
                Path path = Path.of(arguments[i]).toAbsolutePath();
                if (arguments[i].toLowerCase(Locale.ENGLISH).endsWith(".xml")) {
                    xml = factory.newResource(path);
                } else {
                    Files.createDirectories(path);
                    directory = factory.newResource(path);
                }
            }
            preconfigure(war, directory, xml);
        }
    }

    /**
     * Makes the descriptor.
     *
     * @param war a WAR file, or an application that is unpacked
     * @param directory where a WAR file is unpacked; null when {@code war} is a directory
     * @param xml what is applied to the context, or null
     */
    public static void preconfigure(@Nullable Resource war, @Nullable Resource directory, @Nullable Resource xml)
            throws Exception {
        Resource application = war;
        if (directory != null && war != null) {
            unpack(war, directory);
            application = directory;
        } else if (war == null || !war.isDirectory()) {
            throw new IllegalArgumentException(
                    war + " (expected: a directory, or a second argument with that which a WAR file is unpacked into)");
        }
        Server server = new Server();
        WebAppContext context = new WebAppContext();
        context.setServer(server);
        context.setContextPath("/");
        if (xml != null) {
            new XmlConfiguration(xml).configure(context);
        }
        context.setWarResource(application);
        context.setThrowUnavailableOnStartupException(true);
        context.setAttribute(QuickStartConfiguration.MODE, QuickStartConfiguration.Mode.GENERATE);
        server.setHandler(context);
        try {
            server.start();
        } finally {
            server.stop();
        }
    }

    private static void unpack(Resource war, Resource directory) throws Exception {
        Path target = Objects.requireNonNull(directory.getPath());
        try (var files = Files.list(target)) {
            if (files.findAny().isPresent()) {
                throw new IllegalArgumentException(target + " (expected: an empty directory)");
            }
        }
        if (war.isDirectory()) {
            war.copyTo(target);
            return;
        }
        try (ResourceFactory.Closeable factory = ResourceFactory.closeable()) {
            Resource content = factory.newJarFileResource(Objects.requireNonNull(war.getURI()));
            Objects.requireNonNull(content).copyTo(target);
        }
    }
}
