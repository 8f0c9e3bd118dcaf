package org.eclipse.jetty.ee.webapp;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.eclipse.jetty.util.ClassMatcher;
import org.eclipse.jetty.util.resource.MemoryResource;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.junit.jupiter.api.Test;

class WebAppClassLoaderTest {
    /** An application that has nothing but its loader. */
    private static final class Application implements WebAppClassLoader.Context {
        @Override
        public Resource newResource(String urlOrPath) {
            return ResourceFactory.root().newResource(urlOrPath);
        }

        @Override
        public boolean isParentLoaderPriority() {
            return false;
        }

        @Override
        public List<Resource> getExtraClasspath() {
            return List.of();
        }

        @Override
        public ClassMatcher getHiddenClassMatcher() {
            return new ClassMatcher();
        }

        @Override
        public ClassMatcher getProtectedClassMatcher() {
            return new ClassMatcher();
        }
    }

    /** A resource that is nowhere, such as one in memory. */
    private static final class Nowhere extends MemoryResource {
        private Nowhere() {
            super(URI.create("memory:/"), new byte[0]);
        }

        @Override
        public URI getURI() {
            return null;
        }

        @Override
        public String toString() {
            return "memory";
        }
    }

    @Test
    void resourceWithoutAUriIsNotForAClassPath() throws IOException {
        try (WebAppClassLoader loader = new WebAppClassLoader(new Application())) {
            assertThatThrownBy(() -> loader.addClassPath(new Nowhere()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("Not for a class path: memory (expected: a URI)");
        }
    }
}
