package org.eclipse.jetty.acme;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/** A name server (RFC 1035) by which every host is 127.0.0.1, and those below {@code missing.example} are not there. */
final class LocalNames implements AutoCloseable {
    private static final int ADDRESS = 1;
    private static final int NAME_ERROR = 3;

    private final DatagramSocket socket;

    LocalNames() throws IOException {
        socket = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        Thread thread = new Thread(this::serve, "names");
        thread.setDaemon(true);
        thread.start();
    }

    String address() {
        return "127.0.0.1:" + socket.getLocalPort();
    }

    private void serve() {
        DatagramPacket packet = new DatagramPacket(new byte[512], 512);
        while (!socket.isClosed()) {
            try {
                packet.setLength(512);
                socket.receive(packet);
                byte[] answer = answer(ByteBuffer.wrap(packet.getData(), 0, packet.getLength()));
                socket.send(new DatagramPacket(answer, answer.length, packet.getSocketAddress()));
            } catch (IOException x) {
                // closed
            }
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
    public void close() {
        socket.close();
    }
}
