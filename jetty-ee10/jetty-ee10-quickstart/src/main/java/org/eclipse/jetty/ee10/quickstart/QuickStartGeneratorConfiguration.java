package org.eclipse.jetty.ee10.quickstart;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.eclipse.jetty.ee10.annotations.AnnotationConfiguration;
import org.eclipse.jetty.ee10.annotations.ScannedClasses;
import org.eclipse.jetty.ee10.webapp.AbstractConfiguration;
import org.eclipse.jetty.ee10.webapp.FragmentConfiguration;
import org.eclipse.jetty.ee10.webapp.JettyWebXmlConfiguration;
import org.eclipse.jetty.ee10.webapp.MetaInfConfiguration;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.ee10.webapp.WebXmlConfiguration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the quickstart descriptor of an application, after all other configurations, and ends its start if that is said. Confined to the start of its
 * application.
 */
public class QuickStartGeneratorConfiguration extends AbstractConfiguration {
    private static final Logger LOG = LoggerFactory.getLogger(QuickStartGeneratorConfiguration.class);

    /** Whether the application is not started after that. */
    protected final boolean _abort;

    /** The file that is written; null for {@code WEB-INF/quickstart-web.xml}. */
    protected @Nullable Path _quickStartWebXml;

    public QuickStartGeneratorConfiguration() {
        this(true);
    }

    /**
     * Makes one.
     *
     * @param abort whether the application is not started after that
     */
    public QuickStartGeneratorConfiguration(boolean abort) {
        super(new Builder()
                .enabledByDefault(false)
                .addDependencies(
                        WebXmlConfiguration.class,
                        MetaInfConfiguration.class,
                        FragmentConfiguration.class,
                        AnnotationConfiguration.class,
                        JettyWebXmlConfiguration.class));
        _abort = abort;
    }

    @Override
    public boolean abort(WebAppContext context) {
        return _abort;
    }

    public @Nullable Path getQuickStartWebXml() {
        return _quickStartWebXml;
    }

    public void setQuickStartWebXml(@Nullable Path file) {
        _quickStartWebXml = file;
    }

    @Override
    public void preConfigure(WebAppContext context) throws Exception {
        if (ScannedClasses.of(context) == null) {
            new ScannedClasses().putInto(context);
        }
    }

    @Override
    public void configure(WebAppContext context) throws Exception {
        context.resolveMetaData();
        Path file =
                _quickStartWebXml == null ? QuickStartConfiguration.getQuickStartWebXml(context) : _quickStartWebXml;
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        generateQuickStartWebXml(context, text);
        Path part = file.resolveSibling(file.getFileName() + ".part");
        Files.write(part, text.toByteArray());
        Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
        LOG.info("Made {} of {}", file, context);
    }

    /**
     * Writes the descriptor.
     *
     * @param context a context that is configured, and was not started
     * @param stream where to, which stays open
     */
    public void generateQuickStartWebXml(WebAppContext context, OutputStream stream) throws IOException {
        ScannedClasses scanned = ScannedClasses.of(context);
        String text = QuickStartFile.text(context, scanned == null ? new ScannedClasses() : scanned);
        stream.write(text.getBytes(StandardCharsets.UTF_8));
        stream.flush();
    }

    @Override
    public void deconfigure(WebAppContext context) throws Exception {
        ScannedClasses.removeFrom(context);
    }
}
