package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The modes of the JSP engine, by the properties of its module. */
class JspModeTest {
    @AutoClose
    private final Base base = Base.with(Jdk.oldest(), "http,ee10-deploy,ee10-jsp,ee8-deploy,ee8-jsp");

    @Test
    void changedPageIsCompiledAgainInDevelopmentOnly() throws IOException {
        for (String name : new String[] {"ten", "eight", "own"}) {
            base.write("webapps/" + name + "/page.jsp", "one");
        }
        base.write("webapps/eight.properties", "environment=ee8\n");
        base.write("webapps/own.properties", "jetty.deploy.attribute.org.eclipse.jetty.jsp.development=true\n");
        Server server = base.serve("jetty.jsp.development=false", "jetty.jsp.modificationTestInterval=0");
        for (String name : new String[] {"ten", "eight", "own"}) {
            assertThat(server.get("/" + name + "/page.jsp").body()).isEqualTo("one");
            Path page = base.resolve("webapps/" + name + "/page.jsp");
            long before = Files.getLastModifiedTime(page).toMillis();
            Files.writeString(page, "two");
            Files.setLastModifiedTime(page, FileTime.fromMillis(before + 10_000));
        }
        assertThat(server.get("/ten/page.jsp").body()).isEqualTo("one");
        assertThat(server.get("/eight/page.jsp").body()).isEqualTo("one");
        assertThat(server.get("/own/page.jsp").body()).isEqualTo("two");
    }
}
