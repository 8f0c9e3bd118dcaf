package org.eclipse.jetty.xml.internal;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.xml.CheckedConfiguration;
import org.eclipse.jetty.xml.CheckedObject;
import org.eclipse.jetty.xml.ConfigurationCheck;
import org.jspecify.annotations.Nullable;

/**
 * Looks whether the addresses of connectors, and of the service that stops the server, can be listened at.
 *
 * <p>An address is bound for a moment, without listening.
 */
public final class ListenersCheck implements ConfigurationCheck {
    private static final String CONNECTOR = "org.eclipse.jetty.server.ServerConnector";
    private static final String SHUTDOWN = "org.eclipse.jetty.server.ShutdownService";

    private record Listener(
            CheckedObject.@Nullable Setting host, CheckedObject.Setting port, int number, boolean shared) {
        String address() {
            return (host == null || host.text() == null ? "*" : host.text()) + ":" + number;
        }

        boolean clashesWith(Listener other) {
            if (number == 0 || number != other.number || shared && other.shared) {
                return false;
            }
            return address().equals(other.address())
                    || address().startsWith("*")
                    || other.address().startsWith("*");
        }
    }

    @Override
    public void check(CheckedConfiguration configuration) {
        List<Listener> listeners = new ArrayList<>();
        for (CheckedObject connector : configuration.objects(CONNECTOR)) {
            CheckedObject.Setting reusePort = connector.setting("reusePort");
            boolean shared = reusePort != null && Boolean.parseBoolean(reusePort.text());
            add(configuration, listeners, connector.setting("host"), connector.setting("port"), 0, shared);
        }
        for (CheckedObject service : configuration.objects(SHUTDOWN)) {
            if (service.arguments().size() > 1) {
                add(
                        configuration,
                        listeners,
                        service.arguments().get(0),
                        service.arguments().get(1),
                        -1,
                        false);
            }
        }
        for (Listener listener : listeners) {
            bind(configuration, listener);
        }
    }

    private static void add(
            CheckedConfiguration configuration,
            List<Listener> listeners,
            CheckedObject.@Nullable Setting host,
            CheckedObject.@Nullable Setting port,
            int least,
            boolean shared) {
        if (port == null || port.text() == null) {
            return;
        }
        int number;
        try {
            number = Integer.parseInt(port.text().trim());
        } catch (NumberFormatException x) {
            // the type of the setting has been judged already
            return;
        }
        if (number < least || number > 65535) {
            // what is beyond the range of a setter has been told already
            if (least < 0 || number >= -1 && number <= 65535) {
                configuration.wrong(port.place(), port.property(), "port: " + number, "0-65535");
            }
            return;
        }
        if (number < 0) {
            return;
        }
        Listener listener = new Listener(host, port, number, shared);
        for (Listener other : listeners) {
            if (!listener.clashesWith(other)) {
                continue;
            }
            configuration.wrong(
                    port.place(),
                    port.property(),
                    "port: " + listener.address() + " is taken by " + other.address() + " of " + other.port.place(),
                    "a port of its own");
            return;
        }
        listeners.add(listener);
    }

    private static void bind(CheckedConfiguration configuration, Listener listener) {
        CheckedObject.Setting setting = listener.host;
        String host = setting == null ? null : setting.text();
        InetAddress address;
        try {
            address = setting == null || host == null || host.isBlank() ? null : InetAddress.getByName(host);
        } catch (UnknownHostException x) {
            configuration.wrong(
                    setting.place(),
                    setting.property(),
                    "host: " + host + " is not known",
                    "the name or address of a network interface of this machine");
            return;
        }
        if (listener.shared) {
            return;
        }
        try (Socket socket = new Socket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(address, listener.number));
        } catch (IOException x) {
            boolean foreign = isForeign(address);
            CheckedObject.Setting cause = setting != null && foreign ? setting : listener.port;
            configuration.wrong(
                    cause.place(),
                    cause.property(),
                    "cannot listen at " + listener.address() + ": " + x.getMessage(),
                    foreign
                            ? "the name or address of a network interface of this machine"
                            : "a port that is free, and that this user may listen at");
        }
    }

    private static boolean isForeign(@Nullable InetAddress address) {
        if (address == null) {
            return false;
        }
        try (Socket socket = new Socket()) {
            socket.bind(new InetSocketAddress(address, 0));
            return false;
        } catch (IOException x) {
            return true;
        }
    }
}
