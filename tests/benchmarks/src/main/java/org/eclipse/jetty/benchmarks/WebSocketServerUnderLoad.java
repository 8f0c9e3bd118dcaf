package org.eclipse.jetty.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.management.AttributeNotFoundException;
import javax.management.ObjectName;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.server.WebSocketUpgradeHandler;

/**
 * A server with an echo and a chat, which {@link WebSocketLoad} starts: with the libraries of this project, and, as they are, with
 * those of another implementation of the same API. Reads commands, each answered by a number: {@code heap}, bytes after collections,
 * {@code cpu}, nanoseconds, and {@code allocated}, bytes since the start, or -1 where the JVM does not know (before JDK 21).
 */
public final class WebSocketServerUnderLoad {
    private static final Map<String, Queue<Session>> ROOMS = new ConcurrentHashMap<>();

    private WebSocketServerUnderLoad() {}

    /** Sends messages back. */
    public static final class Echo extends Session.Listener.AbstractAutoDemanding {
        @Override
        public void onWebSocketText(String message) {
            getSession().sendText(message, Callback.NOOP);
        }
    }

    /** {@code join ROOM ROOM...}, then messages that begin with a room of three characters. */
    public static final class Chat extends Session.Listener.AbstractAutoDemanding {
        @Override
        public void onWebSocketText(String message) {
            if (message.startsWith("join ")) {
                for (String room : message.substring(5).split(" ")) {
                    ROOMS.computeIfAbsent(room, r -> new ConcurrentLinkedQueue<>())
                            .add(getSession());
                }
                getSession().sendText("joined", Callback.NOOP);
                return;
            }
            for (Session member : ROOMS.get(message.substring(0, 3))) {
                member.sendText(message, Callback.NOOP);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        QueuedThreadPool threads = new QueuedThreadPool();
        if (args.length > 0 && args[0].equals("virtual")) {
            threads.setVirtualThreadsExecutor(VirtualThreads.getDefaultVirtualThreadsExecutor());
        }
        Server server = new Server(threads);
        ServerConnector connector = new ServerConnector(server);
        connector.setAcceptQueueSize(1024);
        connector.setIdleTimeout(600_000);
        server.addConnector(connector);
        ContextHandler context = new ContextHandler("/");
        context.setHandler(WebSocketUpgradeHandler.from(server, context, container -> {
            container.setIdleTimeout(java.time.Duration.ofMinutes(10));
            container.addMapping("/echo", (request, response, callback) -> new Echo());
            container.addMapping("/chat", (request, response, callback) -> new Chat());
        }));
        server.setHandler(context);
        server.start();
        System.out.println("port " + connector.getLocalPort());
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in));
        String command;
        while ((command = commands.readLine()) != null) {
            System.out.println(command + " " + answer(command));
        }
        System.exit(0);
    }

    private static long answer(String command) throws Exception {
        return switch (command) {
            case "heap" -> heap();
            case "cpu" -> cpu();
            case "allocated" -> allocated();
            default -> throw new IllegalArgumentException("command " + command + " (expected: heap, cpu or allocated)");
        };
    }

    private static long allocated() throws Exception {
        try {
            return (Long) ManagementFactory.getPlatformMBeanServer()
                    .getAttribute(new ObjectName(ManagementFactory.THREAD_MXBEAN_NAME), "TotalThreadAllocatedBytes");
        } catch (AttributeNotFoundException x) {
            return -1;
        }
    }

    private static long heap() throws InterruptedException {
        for (int i = 0; i < 5; i++) {
            System.gc();
            Thread.sleep(200);
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static long cpu() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }
}
