package org.eclipse.jetty.server.internal.restart;

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
 * Listening sockets that pass from a process to its child. Both then accept from one queue, which ends when both have closed it, so
 * that no connection in it is lost.
 *
 * <p>The JDK closes all descriptors of a child but its standard input and outputs, so a socket has to be one of these. It has what
 * that needs, for pipelines of processes and for {@link System#inheritedChannel()}, but no public methods for it. So its own functions
 * are called, in {@code sun.nio.ch} and {@code java.lang} of {@code java.base}, which the manifest of start.jar opens ({@code
 * --add-opens} for others). They exist on systems that are like Unix.
 *
 * <p>Thread-safe.
 */
public final class InheritedListener {
    private static final int STANDARD_INPUT = 0;
    private static final String OPEN =
            "--add-opens java.base/sun.nio.ch=ALL-UNNAMED --add-opens java.base/java.lang=ALL-UNNAMED";

    private final Method dup;
    private final Method dup2;
    private final Method addressFamily;
    private final int inet6;
    private final int unix;
    private final Method toNumber;
    private final Method toDescriptor;
    private final Method setNumber;
    private final Constructor<?> channel;
    private final Constructor<?> redirect;
    private final Method redirected;

    private InheritedListener() throws ReflectiveOperationException {
        Class<?> inherited = Class.forName("sun.nio.ch.InheritedChannel");
        dup = method(inherited, "dup", int.class);
        dup2 = method(inherited, "dup2", int.class, int.class);
        addressFamily = method(inherited, "addressFamily", int.class);
        inet6 = constant(inherited, "AF_INET6");
        unix = constant(inherited, "AF_UNIX");
        Class<?> io = Class.forName("sun.nio.ch.IOUtil");
        toNumber = method(io, "fdVal", FileDescriptor.class);
        toDescriptor = method(io, "newFD", int.class);
        setNumber = method(io, "setfdVal", FileDescriptor.class, int.class);
        Class<?> pipe = Class.forName("java.lang.ProcessBuilder$RedirectPipeImpl");
        redirect = pipe.getDeclaredConstructor();
        redirect.setAccessible(true);
        redirected = method(pipe, "getFd");
        channel = Class.forName("sun.nio.ch.ServerSocketChannelImpl")
                .getDeclaredConstructor(
                        SelectorProvider.class, ProtocolFamily.class, FileDescriptor.class, boolean.class);
        channel.setAccessible(true);
    }

    private static int constant(Class<?> type, String name) throws ReflectiveOperationException {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        return field.getInt(null);
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
            if (x.getCause() instanceof IOException failure) {
                throw failure;
            }
            throw new IOException(x.getCause());
        } catch (IllegalAccessException x) {
            throw new IOException(x);
        }
    }

    /** Lets a child have the socket as its standard input or as one of its outputs. */
    public ProcessBuilder.Redirect redirect(ServerSocketChannel listener) throws IOException {
        try {
            Method number = listener.getClass().getMethod("getFDVal");
            number.setAccessible(true);
            Object made = redirect.newInstance();
            call(setNumber, redirected.invoke(made), number.invoke(listener));
            return (ProcessBuilder.Redirect) made;
        } catch (ReflectiveOperationException x) {
            throw new IOException("not a socket of the JDK: " + listener, x);
        }
    }

    /** Makes the standard input of this process empty. */
    private void emptyStandardInput() throws IOException {
        try (FileInputStream empty = new FileInputStream("/dev/null")) {
            call(dup2, call(toNumber, empty.getFD()), STANDARD_INPUT);
        }
    }

    /**
     * The listening socket of this number, which this process has inherited; of 0, the standard input, which is empty from now on.
     */
    public ServerSocketChannel inherited(int descriptor) throws IOException {
        int number = descriptor == STANDARD_INPUT ? (int) call(dup, STANDARD_INPUT) : descriptor;
        int family = (int) call(addressFamily, number);
        try {
            ServerSocketChannel listener = (ServerSocketChannel) channel.newInstance(
                    SelectorProvider.provider(),
                    family == unix
                            ? StandardProtocolFamily.UNIX
                            : family == inet6 ? StandardProtocolFamily.INET6 : StandardProtocolFamily.INET,
                    call(toDescriptor, number),
                    true);
            if (descriptor == STANDARD_INPUT) {
                emptyStandardInput();
            }
            return listener;
        } catch (InvocationTargetException x) {
            throw new IOException("the descriptor " + descriptor + " is not a listening socket", x.getCause());
        } catch (ReflectiveOperationException x) {
            throw new IOException(x);
        }
    }
}
