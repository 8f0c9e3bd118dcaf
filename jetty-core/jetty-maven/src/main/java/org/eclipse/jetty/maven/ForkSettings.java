package org.eclipse.jetty.maven;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a forked server, in a file of properties.
 *
 * @param context the XML file that makes the application
 * @param jettyXmls XML files for the server, in order
 * @param host the address to listen at; null for all
 * @param port the port to listen at; 0 for any that is free
 * @param name the name of the connector
 * @param idleTimeout after which time without a byte a connection is closed, in milliseconds
 * @param stopPort the port to listen at for the command to stop; 0 for none
 * @param stopKey the key of that command
 * @param started the file that is written when it has started: the port
 * @param commands whether lines of the standard input are commands, whose end stops it
 */
record ForkSettings(
        Path context,
        List<Path> jettyXmls,
        @Nullable String host,
        int port,
        @Nullable String name,
        long idleTimeout,
        int stopPort,
        @Nullable String stopKey,
        Path started,
        boolean commands) {

    void write(Path file) throws IOException {
        Properties properties = new Properties();
        properties.setProperty("context", context.toString());
        for (int i = 0; i < jettyXmls.size(); i++) {
            properties.setProperty("jettyXml." + i, jettyXmls.get(i).toString());
        }
        put(properties, "host", host);
        put(properties, "port", Integer.toString(port));
        put(properties, "name", name);
        put(properties, "idleTimeout", Long.toString(idleTimeout));
        put(properties, "stopPort", Integer.toString(stopPort));
        put(properties, "stopKey", stopKey);
        put(properties, "started", started.toString());
        put(properties, "commands", Boolean.toString(commands));
        Files.createDirectories(file.getParent());
        try (Writer out = Files.newBufferedWriter(file)) {
            properties.store(out, null);
        }
    }

    private static void put(Properties properties, String name, @Nullable String value) {
        if (value != null) {
            properties.setProperty(name, value);
        }
    }

    static ForkSettings read(Path file) throws IOException {
        Properties properties = new Properties();
        try (Reader in = Files.newBufferedReader(file)) {
            properties.load(in);
        }
        List<Path> jettyXmls = new ArrayList<>();
        for (int i = 0; properties.containsKey("jettyXml." + i); i++) {
            jettyXmls.add(Path.of(properties.getProperty("jettyXml." + i)));
        }
        return new ForkSettings(
                Path.of(properties.getProperty("context")),
                jettyXmls,
                properties.getProperty("host"),
                Integer.parseInt(properties.getProperty("port")),
                properties.getProperty("name"),
                Long.parseLong(properties.getProperty("idleTimeout")),
                Integer.parseInt(properties.getProperty("stopPort")),
                properties.getProperty("stopKey"),
                Path.of(properties.getProperty("started")),
                Boolean.parseBoolean(properties.getProperty("commands")));
    }
}
