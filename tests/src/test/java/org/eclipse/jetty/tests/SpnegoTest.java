package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.eclipse.jetty.security.Kerberos;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The module "spnego", with a real Kerberos server and tickets that curl presents, as the operations guide sets it up. */
class SpnegoTest {
    private static String curl(Kerberos kerberos, int port) throws Exception {
        return kerberos.run(
                "",
                "/usr/bin/curl",
                "--silent",
                "--include",
                "--noproxy",
                "*",
                "--max-time",
                "20",
                "--negotiate",
                "--user",
                ":",
                "--ipv4",
                "http://localhost:" + port + "/app/a.txt");
    }

    /** A base by the commands and files of the chapter on Kerberos. */
    private static Base make(Kerberos kerberos) throws Exception {
        GuideChapter guide = GuideChapter.of("### Kerberos");
        Base base = Base.empty(Jdk.oldest());
        GuideChapter.make(base, guide.blockAfter("Make the base:"));
        Files.createDirectories(base.resolve("etc"));
        Files.copy(kerberos.keyTab, base.resolve("etc/http.keytab"));
        GuideChapter.append(
                base,
                "start.d/spnego.ini",
                guide.blockAfter("In `start.d/spnego.ini`:").replace("www.example.org", "localhost"));
        base.write(
                "etc/spnego.properties",
                guide.blockAfter("In `etc/spnego.properties`").replace("EXAMPLE.ORG", Kerberos.REALM)
                        + "stranger@EXAMPLE.TEST: ,guest\n");
        new War()
                .file("a.txt", "secret")
                .file("WEB-INF/web.xml", "<web-app>" + guide.blockAfter("In `WEB-INF/web.xml`") + "</web-app>")
                .deploy(base, "app.war");
        return base;
    }

    @Test
    void userWithATicketIsLetInWithTheRolesOfTheFile(@TempDir Path folder) throws Exception {
        try (Kerberos kerberos = new Kerberos(folder);
                Base base = make(kerberos)) {
            Server server = base.serve("-Djava.security.krb5.conf=" + kerberos.configuration);
            kerberos.run("secret\n", "/usr/bin/kinit", "anna");
            assertThat(curl(kerberos, server.port()))
                    .as(server.command().output())
                    .contains("HTTP/1.1 200", "secret");
            kerberos.run("secret\n", "/usr/bin/kinit", "stranger");
            assertThat(curl(kerberos, server.port())).contains("HTTP/1.1 403");
            kerberos.run("", "/usr/bin/kdestroy");
            assertThat(curl(kerberos, server.port())).contains("HTTP/1.1 401", "WWW-Authenticate: Negotiate");
        }
    }
}
