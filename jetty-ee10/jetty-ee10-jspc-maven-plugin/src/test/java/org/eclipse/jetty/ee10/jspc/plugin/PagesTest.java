package org.eclipse.jetty.ee10.jspc.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PagesTest {
    @TempDir
    Path directory;

    @Test
    void pagesMatchOnePatternAndNoneThatExcludes() throws IOException {
        for (String name : new String[] {"b.jsp", "a/c.jspx", "a/d.jsp", "e.txt", "a/.svn/f.jsp"}) {
            Path file = directory.resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, "");
        }
        assertThat(new Pages(directory, "**/*.jsp, **/*.jspx", "**/.svn/**").find())
                .containsExactly("a/c.jspx", "a/d.jsp", "b.jsp");
        assertThat(new Pages(directory, "*.jsp", null).find()).containsExactly("b.jsp");
        assertThat(new Pages(directory.resolve("none"), "**", "").find()).isEmpty();
    }
}
