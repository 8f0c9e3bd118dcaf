package org.eclipse.jetty.session.testing;

import java.nio.file.Path;
import org.eclipse.jetty.session.AbstractSessionDataStoreFactory;
import org.eclipse.jetty.session.FileSessionDataStoreFactory;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** Files; they are those of one server. */
class FileStoreTest {
    @TempDir
    Path sessions;

    private AbstractSessionDataStoreFactory factory() {
        FileSessionDataStoreFactory factory = new FileSessionDataStoreFactory();
        factory.setStoreDir(sessions.toFile());
        return factory;
    }

    @Nested
    class Contract extends SessionDataStoreContract {
        @Override
        protected AbstractSessionDataStoreFactory newFactory() {
            return factory();
        }
    }

    @Nested
    class Attributes extends AttributeContract {
        @Override
        protected AbstractSessionDataStoreFactory newFactory() {
            return factory();
        }
    }
}
