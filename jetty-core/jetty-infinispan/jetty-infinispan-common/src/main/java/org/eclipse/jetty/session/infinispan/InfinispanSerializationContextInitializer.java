package org.eclipse.jetty.session.infinispan;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.infinispan.protostream.FileDescriptorSource;
import org.infinispan.protostream.GeneratedSchema;
import org.infinispan.protostream.SerializationContext;

/**
 * The schema of stored sessions: a program that makes a cache by itself, for {@link InfinispanSessionDataStoreFactory#setCache}, adds it to the
 * configuration of its cache manager. Thread-safe.
 */
public class InfinispanSerializationContextInitializer implements GeneratedSchema {
    static final String TYPE = "org.eclipse.jetty.session.StoredSession";
    private static final String FILE = "jetty-session.proto";

    @Override
    public String getProtoFileName() {
        return FILE;
    }

    @Override
    public String getProtoFile() {
        try (InputStream in = InfinispanSerializationContextInitializer.class.getResourceAsStream(FILE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    @Override
    public void registerSchema(SerializationContext context) {
        context.registerProtoFiles(FileDescriptorSource.fromString(getProtoFileName(), getProtoFile()));
    }

    @Override
    public void registerMarshallers(SerializationContext context) {
        context.registerMarshaller(new SessionDataMarshaller());
    }
}
