package org.eclipse.jetty.acme;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;

/** A name server (RFC 1035) over TCP, as Pebble asks it, by which every host is 127.0.0.1, and those below {@code missing.example} are not there. */
final class LocalNames implements AutoCloseable {
    private static final int ADDRESS = 1;
    private static final int NAME_ERROR = 3;

    private final ServerSocket socket;

    LocalNames() throws IOException {
        socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    String address() {
        return "127.0.0.1:" + socket.getLocalPort();
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "names");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket accepted = socket.accept();
                start(() -> serve(accepted));
            } catch (IOException x) {
                // closed
            }
        }
    }

    /** Answers queries with a length before each (RFC 1035, section 4.2.2) until the client closes. */
    private static void serve(Socket accepted) {
        try (accepted) {
            DataInputStream in = new DataInputStream(accepted.getInputStream());
            DataOutputStream out = new DataOutputStream(accepted.getOutputStream());
            while (true) {
                byte[] query = new byte[in.readUnsignedShort()];
                in.readFully(query);
                byte[] answer = answer(ByteBuffer.wrap(query));
                ByteBuffer framed = ByteBuffer.allocate(answer.length + 2);
                framed.putShort((short) answer.length).put(answer);
                out.write(framed.array());
            }
        } catch (IOException x) {
            // the client has closed
        }
    }

    private static byte[] answer(ByteBuffer query) {
        short id = query.getShort();
        query.position(12);
        StringBuilder name = new StringBuilder();
        for (int length = query.get(); length > 0; length = query.get()) {
            for (int i = 0; i < length; i++) {
                name.append((char) query.get());
            }
            name.append('.');
        }
        short type = query.getShort();
        int end = query.position() + 2;
        boolean exists = !name.toString().endsWith("missing.example.");
        boolean answers = exists && type == ADDRESS;
        ByteBuffer answer = ByteBuffer.allocate(512);
        answer.putShort(id).putShort((short) (0x8180 | (exists ? 0 : NAME_ERROR)));
        answer.putShort((short) 1).putShort((short) (answers ? 1 : 0)).putInt(0);
        answer.put(query.array(), 12, end - 12);
        if (answers) {
            answer.putShort((short) 0xc00c).putShort(type).putShort((short) 1).putInt(0);
            answer.putShort((short) 4).put(new byte[] {127, 0, 0, 1});
        }
        byte[] bytes = new byte[answer.position()];
        answer.flip().get(bytes);
        return bytes;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
