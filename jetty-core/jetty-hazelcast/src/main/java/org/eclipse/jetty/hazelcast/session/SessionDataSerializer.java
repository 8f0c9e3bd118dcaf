package org.eclipse.jetty.hazelcast.session;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.StreamSerializer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.eclipse.jetty.session.SessionData;

/**
 * Serialises {@link SessionData} in maps of an application, and for configurations that name it. The store of sessions does without:
 * its values need no class of members. Thread-safe.
 */
public class SessionDataSerializer implements StreamSerializer<SessionData> {
    public static final int TYPE_ID = 99;

    @Override
    public int getTypeId() {
        return TYPE_ID;
    }

    @Override
    public void write(ObjectDataOutput out, SessionData data) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        data.write(bytes);
        out.writeByteArray(bytes.toByteArray());
    }

    @Override
    public SessionData read(ObjectDataInput in) throws IOException {
        return SessionData.read(new ByteArrayInputStream(in.readByteArray()));
    }
}
