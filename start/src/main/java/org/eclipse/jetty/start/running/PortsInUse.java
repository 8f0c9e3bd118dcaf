package org.eclipse.jetty.start.running;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.eclipse.jetty.start.config.Secrets;
import org.eclipse.jetty.start.config.StartProperties;
import org.eclipse.jetty.start.modules.IniTemplate;
import org.eclipse.jetty.start.modules.ModuleFile;
import org.eclipse.jetty.start.problems.StartLog;
import org.jspecify.annotations.Nullable;

/**
 * Finds ports of the configuration that other processes listen at: a server that is configured so does not start. On Linux the process is
 * named, if it is of the same user. Confined to the main thread.
 */
final class PortsInUse {
    private static final Path PROCESSES = Path.of("/proc");
    private static final String LISTENING = "0A";
    private static final int MAX_COMMAND = 300;

    private final StartProperties properties;
    private final List<ModuleFile> modules;

    PortsInUse(StartProperties properties, List<ModuleFile> modules) {
        this.properties = properties;
        this.modules = modules;
    }

    /** One sentence for each port that is in use. */
    List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        ports().forEach((name, text) -> {
            int port = parse(text);
            if (port > 0 && isTaken(host(name), port)) {
                sentences.add(name + ": " + port + " is in use" + user(port) + ": a server of this base does not start."
                        + " Stop that process, or set " + name + " to another port");
            }
        });
        return sentences;
    }

    /** The properties of ports of the enabled modules, with the defaults of those that are not set. */
    private Map<String, String> ports() {
        Map<String, String> ports = new TreeMap<>();
        for (ModuleFile module : modules) {
            for (IniTemplate.Setting setting : IniTemplate.settings(module)) {
                if (setting.name().startsWith("jetty.") && setting.name().endsWith(".port")) {
                    String value = properties.expandedValue(setting.name());
                    ports.put(setting.name(), value == null ? setting.value() : value);
                }
            }
        }
        return ports;
    }

    private @Nullable String host(String name) {
        return properties.expandedValue(name.substring(0, name.length() - "port".length()) + "host");
    }

    private static int parse(String text) {
        return text != null && text.trim().matches("\\d{1,5}") ? Integer.parseInt(text.trim()) : 0;
    }

    private static boolean isTaken(@Nullable String host, int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(
                    host == null || host.isBlank()
                            ? new InetSocketAddress(port)
                            : new InetSocketAddress(InetAddress.getByName(host.trim()), port));
            return false;
        } catch (BindException e) {
            return true;
        } catch (IOException e) {
            StartLog.debug("port " + port + " of " + host + ": " + e);
            return false;
        }
    }

    private static String user(int port) {
        Set<String> sockets = sockets(port);
        if (!sockets.isEmpty()) {
            try (DirectoryStream<Path> all = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
                for (Path process : all) {
                    if (has(process, sockets)) {
                        return by(Long.parseLong(process.getFileName().toString()));
                    }
                }
            } catch (IOException e) {
                StartLog.debug("processes of port " + port + ": " + e);
            }
        }
        return " by another process";
    }

    private static String by(long process) {
        String command = ProcessHandle.of(process)
                .flatMap(found -> found.info().commandLine())
                .map(Secrets::hiding)
                .orElse("");
        boolean longer = command.length() > MAX_COMMAND;
        return " by process " + process
                + (command.isEmpty()
                        ? ""
                        : " (" + (longer ? command.substring(0, MAX_COMMAND) + "..." : command) + ")");
    }

    /** The inodes of the sockets that listen at a port. */
    private static Set<String> sockets(int port) {
        Set<String> sockets = new HashSet<>();
        String wanted = ":" + String.format("%04X", port);
        for (String table : new String[] {"net/tcp", "net/tcp6"}) {
            try {
                for (String line : Files.readAllLines(PROCESSES.resolve(table))) {
                    String[] columns = line.trim().split("\\s+");
                    if (columns.length > 9 && columns[1].endsWith(wanted) && columns[3].equals(LISTENING)) {
                        sockets.add("socket:[" + columns[9] + "]");
                    }
                }
            } catch (IOException e) {
                StartLog.debug("no table of sockets: " + e);
            }
        }
        return sockets;
    }

    private static boolean has(Path process, Set<String> sockets) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(process.resolve("fd"))) {
            for (Path file : files) {
                if (sockets.contains(Files.readSymbolicLink(file).toString())) {
                    return true;
                }
            }
        } catch (IOException | java.nio.file.DirectoryIteratorException e) {
            // one of another user, or one that has ended
            StartLog.debug("files of process " + process.getFileName() + ": " + e);
        }
        return false;
    }
}
