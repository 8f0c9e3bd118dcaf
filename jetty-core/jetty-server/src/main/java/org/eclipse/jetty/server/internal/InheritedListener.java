package org.eclipse.jetty.server.internal;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.ProtocolFamily;
import java.net.StandardProtocolFamily;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.spi.SelectorProvider;

/**
 * A listening socket as the standard input of a process, which is the one way by which the JDK lets a socket pass to a child: it
 * closes all other descriptors. Both processes then accept from one queue, which ends when both have closed it, so that no
 * connection in it is lost.
 *
 * <p>{@link System#inheritedChannel()} does half of it: its channel, when closed, takes standard output away, too, and there
 * is no method to make a socket the standard input. So the JDK's own functions beneath it are called, in {@code
 * java.base/sun.nio.ch}, which the manifest of start.jar opens ({@code --add-opens java.base/sun.nio.ch=ALL-UNNAMED} for others).
 * They exist on systems that are like Unix.
 *
 * <p>Thread-safe.
 */
public final class InheritedListener {
    private static final int STANDARD_INPUT = 0;
    private static final String OPEN = "--add-opens java.base/sun.nio.ch=ALL-UNNAMED";

    private final Method dup;
    private final Method dup2;
    private final Method addressFamily;
    private final int inet6;
    private final Method toNumber;
    private final Method toDescriptor;
    private final Constructor<?> channel;

    private InheritedListener() throws ReflectiveOperationException {
        Class<?> inherited = Class.forName("sun.nio.ch.InheritedChannel");
        dup = method(inherited, "dup", int.class);
        dup2 = method(inherited, "dup2", int.class, int.class);
        addressFamily = method(inherited, "addressFamily", int.class);
        Field family = inherited.getDeclaredField("AF_INET6");
        family.setAccessible(true);
        inet6 = family.getInt(null);
        Class<?> io = Class.forName("sun.nio.ch.IOUtil");
        toNumber = method(io, "fdVal", FileDescriptor.class);
        toDescriptor = method(io, "newFD", int.class);
        channel = Class.forName("sun.nio.ch.ServerSocketChannelImpl")
                .getDeclaredConstructor(
                        SelectorProvider.class, ProtocolFamily.class, FileDescriptor.class, boolean.class);
        channel.setAccessible(true);
    }

    private static Method method(Class<?> type, String name, Class<?>... parameters) throws NoSuchMethodException {
        Method method = type.getDeclaredMethod(name, parameters);
        method.setAccessible(true);
        return method;
    }

    /** @throws IOException when this JVM or system does not let it */
    public static InheritedListener open() throws IOException {
        try {
            return new InheritedListener();
        } catch (InaccessibleObjectException x) {
            throw new IOException("sockets cannot be handed over unless the JVM is started with " + OPEN, x);
        } catch (ReflectiveOperationException x) {
            throw new IOException("sockets cannot be handed over by this JVM on this system: " + x, x);
        }
    }

    private static Object call(Method method, Object... arguments) throws IOException {
        try {
            return method.invoke(null, arguments);
        } catch (InvocationTargetException x) {
            if (x.getCause() instanceof IOException failure) throw failure;
            throw new IOException(x.getCause());
        } catch (IllegalAccessException x) {
            throw new IOException(x);
        }
    }

    /** Makes the socket the standard input of this process, for children that inherit that. */
    public void toStandardInput(ServerSocketChannel listener) throws IOException {
        try {
            Method number = listener.getClass().getMethod("getFDVal");
            number.setAccessible(true);
            call(dup2, number.invoke(listener), STANDARD_INPUT);
        } catch (ReflectiveOperationException x) {
            throw new IOException("not a socket of the JDK: " + listener, x);
        }
    }

    /** Makes the standard input of this process empty. */
    public void emptyStandardInput() throws IOException {
        try (FileInputStream empty = new FileInputStream("/dev/null")) {
            call(dup2, call(toNumber, empty.getFD()), STANDARD_INPUT);
        }
    }

    /** The listening socket that is the standard input of this process, which is empty from now on. */
    public ServerSocketChannel fromStandardInput() throws IOException {
        int number = (int) call(dup, STANDARD_INPUT);
        boolean ipv6 = call(addressFamily, number).equals(inet6);
        try {
            ServerSocketChannel listener = (ServerSocketChannel) channel.newInstance(
                    SelectorProvider.provider(),
                    ipv6 ? StandardProtocolFamily.INET6 : StandardProtocolFamily.INET,
                    call(toDescriptor, number),
                    true);
            emptyStandardInput();
            return listener;
        } catch (InvocationTargetException x) {
            throw new IOException("the standard input is not a listening socket", x.getCause());
        } catch (ReflectiveOperationException x) {
            throw new IOException(x);
        }
    }
}
