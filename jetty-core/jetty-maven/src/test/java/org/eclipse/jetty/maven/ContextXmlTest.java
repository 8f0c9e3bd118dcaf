package org.eclipse.jetty.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.eclipse.jetty.xml.XmlConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContextXmlTest {
    /** A context that has a class path, as those of web applications. */
    public static class Context extends ContextHandler {
        private List<Resource> classPath = List.of();

        public Resource newResource(String urlOrPath) {
            return ResourceFactory.of(this).newResource(urlOrPath);
        }

        public void setExtraClasspath(List<Resource> classPath) {
            this.classPath = classPath;
        }

        public void setExtraClasspath(String classPath) {
            throw new UnsupportedOperationException(classPath);
        }
    }

    @TempDir
    Path directory;

    @Test
    void contextIsMadeOfWhatWasWritten() throws Exception {
        Path first = Files.createDirectories(directory.resolve("a, b & c"));
        Path second = Files.createDirectories(directory.resolve("second"));
        Path last = Files.writeString(directory.resolve("last.xml"), """
            <Configure class="org.eclipse.jetty.server.handler.ContextHandler">
              <Set name="displayName">last</Set>
            </Configure>
            """);
        Path file = directory.resolve("new/context.xml");
        new ContextXml(Context.class.getName())
                .set("contextPath", "/a<b")
                .set("displayName", "first")
                .set("defaultContextPath", null)
                .base(List.of(first, second))
                .classPath(List.of(second, first))
                .call("setAttribute", "name", "\"quoted\" & more")
                .apply(last)
                .write(file);
        Context context = (Context) new XmlConfiguration(ResourceFactory.root().newResource(file)).configure();
        assertThat(context.getContextPath()).isEqualTo("/a<b");
        assertThat(context.getDisplayName()).isEqualTo("last");
        assertThat(context.getAttribute("name")).isEqualTo("\"quoted\" & more");
        assertThat(context.getBaseResource()).extracting(Resource::getPath).containsExactly(first, second);
        assertThat(context.classPath).extracting(Resource::getPath).containsExactly(second, first);
    }

    @Test
    void nothingThatWasNotSetIsWritten() throws Exception {
        Path file = directory.resolve("context.xml");
        new ContextXml(Context.class.getName())
                .base(List.of())
                .classPath(List.of())
                .write(file);
        assertThat(Files.readString(file)).doesNotContain("<Set", "<Call");
        assertThat(directory).isDirectoryContaining(path -> path.equals(file));
    }
}
