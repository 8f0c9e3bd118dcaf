package org.eclipse.jetty.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Properties;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Configures logback by {@code jetty-logging.properties} from the class path, overridden by system properties; lines go to
 * standard error.
 *
 * <pre>
 * ROOT.LEVEL=INFO
 * org.eclipse.jetty.deploy.LEVEL=DEBUG
 * org.eclipse.jetty.logging.appender.NAME_CONDENSE=true
 * org.eclipse.jetty.logging.appender.MESSAGE_ESCAPE=true
 * org.eclipse.jetty.logging.appender.ZONE_ID=UTC
 * jetty.logging.layout=json
 * </pre>
 *
 * <p>A {@code logback.xml} (or {@code logback-test.xml}, or the system property {@code logback.configurationFile}) takes
 * precedence: then this does nothing. A wrong entry is told on standard error and otherwise ignored, because a server without
 * its log is worse than one with a level too many. Called by logback once, before the first logger is handed out.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_TOP_PRIORITY)
public final class JettyLoggingConfigurator extends ContextAwareBase implements Configurator {
    private static final String FILE = "jetty-logging.properties";
    private static final String LEVEL = ".LEVEL";
    private static final String APPENDER = "org.eclipse.jetty.logging.appender.";
    private static final String LAYOUT = "jetty.logging.layout";
    private static final String[] OWN_FILES = {"logback-test.xml", "logback.xml"};

    private @Nullable URL source;

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        if (isConfiguredByUser()) {
            return ExecutionStatus.INVOKE_NEXT_IF_ANY;
        }
        Properties properties = load();
        Encoder<ILoggingEvent> encoder = encoder(properties);
        encoder.setContext(context);
        encoder.start();
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(context);
        appender.setName("stderr");
        appender.setTarget("System.err");
        appender.setEncoder(encoder);
        appender.start();
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.INFO);
        root.addAppender(appender);
        for (String key : new TreeSet<>(properties.stringPropertyNames())) {
            apply(context, key, properties.getProperty(key));
        }
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    private Encoder<ILoggingEvent> encoder(Properties properties) {
        String layout = properties.getProperty(LAYOUT, "text").trim();
        if (layout.equalsIgnoreCase("json")) {
            return jsonEncoder();
        }
        if (!layout.equalsIgnoreCase("text")) {
            tell(LAYOUT + "=" + layout + " (expected: text or json)");
        }
        boolean condense = flag(properties, APPENDER + "NAME_CONDENSE");
        boolean escape = flag(properties, APPENDER + "MESSAGE_ESCAPE");
        return new LineEncoder(zone(properties), condense, escape);
    }

    /** An object on each line, with the message as it is read: who collects them puts nothing into placeholders. */
    private static Encoder<ILoggingEvent> jsonEncoder() {
        JsonEncoder encoder = new JsonEncoder();
        encoder.setWithSequenceNumber(false);
        encoder.setWithContext(false);
        encoder.setWithMessage(false);
        encoder.setWithArguments(false);
        encoder.setWithFormattedMessage(true);
        return encoder;
    }

    private boolean isConfiguredByUser() {
        if (System.getProperty("logback.configurationFile") != null) {
            return true;
        }
        for (String name : OWN_FILES) {
            if (find(name) != null) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable URL find(String name) {
        ClassLoader loader = JettyLoggingConfigurator.class.getClassLoader();
        URL url = loader.getResource(name);
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return url == null && context != null && context != loader ? context.getResource(name) : url;
    }

    private Properties load() {
        Properties properties = new Properties();
        source = find(FILE);
        if (source != null) {
            try (InputStream in = source.openStream()) {
                properties.load(in);
            } catch (IOException | IllegalArgumentException e) {
                tell("cannot be read: " + e.getMessage());
            }
        }
        Properties system = System.getProperties();
        for (String key : system.stringPropertyNames()) {
            if (key.endsWith(LEVEL) || key.startsWith(APPENDER) || key.equals(LAYOUT)) {
                properties.setProperty(key, system.getProperty(key));
            }
        }
        return properties;
    }

    private void apply(LoggerContext context, String key, String value) {
        if (key.startsWith(APPENDER) || key.equals(LAYOUT)) {
            return;
        }
        if (!key.endsWith(LEVEL) && !key.equals("LEVEL")) {
            tell(key + " (expected: <logger name>.LEVEL)");
            return;
        }
        String name = key.equals("LEVEL") ? "" : key.substring(0, key.length() - LEVEL.length());
        if (name.isEmpty() || name.equalsIgnoreCase("ROOT")) {
            name = org.slf4j.Logger.ROOT_LOGGER_NAME;
        }
        String text = value.trim().toUpperCase(Locale.ROOT);
        // what people write who know other logging libraries
        if (text.equals("WARNING")) {
            text = "WARN";
        }
        Level level = Level.toLevel(text, null);
        if (level == null) {
            tell(key + "=" + value + " (expected: ALL, TRACE, DEBUG, INFO, WARN, ERROR or OFF)");
        } else {
            context.getLogger(name).setLevel(level);
        }
    }

    private boolean flag(Properties properties, String key) {
        String value = properties.getProperty(key, "true").trim();
        if (value.equalsIgnoreCase("true")) {
            return true;
        }
        if (!value.equalsIgnoreCase("false")) {
            tell(key + "=" + value + " (expected: true or false)");
        }
        return !value.equalsIgnoreCase("false");
    }

    private ZoneId zone(Properties properties) {
        String id = properties.getProperty(APPENDER + "ZONE_ID");
        if (id == null || id.isBlank()) {
            return ZoneId.systemDefault();
        }
        try {
            return ZoneId.of(id.trim());
        } catch (DateTimeException e) {
            tell(APPENDER + "ZONE_ID=" + id + " (expected: a time zone such as UTC or Europe/Paris)");
            return ZoneId.systemDefault();
        }
    }

    /**
     * There is no log yet that a wrong configuration of the log could be written to. It is no warning to logback, which would print all
     * that it did.
     */
    private void tell(String message) {
        addInfo(FILE + ": " + message);
        System.err.println("WARN  : " + (source == null ? FILE : source) + ": " + message);
    }
}
