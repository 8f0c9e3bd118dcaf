package org.eclipse.jetty.session.infinispan;

import java.io.IOException;
import org.infinispan.protostream.ProtobufTagMarshaller;
import org.infinispan.protostream.TagReader;
import org.infinispan.protostream.TagWriter;
import org.infinispan.protostream.descriptors.WireType;

/** Writes sessions as messages of {@code jetty-session.proto}. Fields that it does not know are skipped. Thread-safe. */
final class SessionDataMarshaller implements ProtobufTagMarshaller<InfinispanSessionData> {
    private static final int CONTEXT = 1;
    private static final int ID = 2;
    private static final int NODE = 3;
    private static final int EXPIRY = 4;
    private static final int VERSION = 5;
    private static final int SESSION = 6;

    @Override
    public String getTypeName() {
        return InfinispanSerializationContextInitializer.TYPE;
    }

    @Override
    public Class<? extends InfinispanSessionData> getJavaClass() {
        return InfinispanSessionData.class;
    }

    @Override
    public void write(WriteContext context, InfinispanSessionData data) throws IOException {
        TagWriter out = context.getWriter();
        out.writeString(CONTEXT, data.getContext());
        out.writeString(ID, data.getId());
        out.writeString(NODE, data.getLastNode());
        out.writeInt64(EXPIRY, data.getExpiry());
        out.writeInt64(VERSION, data.getVersion());
        out.writeBytes(SESSION, data.session());
    }

    @Override
    public InfinispanSessionData read(ReadContext readContext) throws IOException {
        TagReader in = readContext.getReader();
        String context = "";
        String id = "";
        String node = "";
        long expiry = 0;
        long version = 0;
        byte[] session = new byte[0];
        for (int tag; (tag = in.readTag()) != 0; ) {
            switch (WireType.getTagFieldNumber(tag)) {
                case CONTEXT -> context = in.readString();
                case ID -> id = in.readString();
                case NODE -> node = in.readString();
                case EXPIRY -> expiry = in.readInt64();
                case VERSION -> version = in.readInt64();
                case SESSION -> session = in.readByteArray();
                default -> in.skipField(tag);
            }
        }
        return new InfinispanSessionData(context, id, node, expiry, version, session);
    }
}
