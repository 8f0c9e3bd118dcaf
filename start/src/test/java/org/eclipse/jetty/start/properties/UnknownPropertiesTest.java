package org.eclipse.jetty.start.properties;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.eclipse.jetty.start.StartFixture;
import org.eclipse.jetty.start.problems.StartException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Properties that nothing reads. */
class UnknownPropertiesTest {
    @TempDir
    private Path dir;

    private StartFixture start;

    @BeforeEach
    void makeBase() {
        start = new StartFixture(dir);
        start.module("http", "[ini-template]\n## The port.\n# jetty.http.port=8080\n[ini]\na.default?=1\n");
    }

    @AfterEach
    void close() {
        start.close();
    }

    @Test
    void misspelledPropertyIsWarnedAboutWithItsPlaceAndTheNearestName() {
        start.write("base/start.d/http.ini", "--modules=http\n\njetty.http.prot=8081\n");
        assertThat(start.run("--list-config")).isZero();
        assertThat(start.err())
                .isEqualTo("WARN  : unknown property jetty.http.prot: nothing reads it, from"
                        + " ${jetty.base}/start.d/http.ini:3. Did you mean 'jetty.http.port'?\n");
    }

    @Test
    void propertyOfTheCommandLineIsLookedAtToo() {
        start.run("--list-config", "jetty.htpp.port=1");
        assertThat(start.err()).contains("unknown property jetty.htpp.port: nothing reads it, from <command-line>.");
    }

    @Test
    void strictMakesItAnError() {
        assertThat(start.run("--list-config", "--strict", "jetty.htpp.port=1")).isEqualTo(StartException.BAD_ARGUMENT);
        assertThat(start.err()).contains("ERROR : unknown property jetty.htpp.port: nothing reads it");
    }

    @Test
    void caseOfANameCountsBecauseXmlFilesReadItAsItIsWritten() {
        start.run("--list-config", "jetty.http.Port=1");
        assertThat(start.err()).contains("unknown property jetty.http.Port").contains("'jetty.http.port'");
    }

    @Test
    void fileOfAPasswordIsKnownWhereThePasswordIsAndItsPathIsShown() {
        start.module("console", "[ini-template]\n# jetty.console.password=\n");
        start.run("--list-config", "--modules=console", "jetty.console.password.file=etc/p", "jetty.http.port.file=1");
        assertThat(start.err())
                .contains("unknown property jetty.http.port.file")
                .doesNotContain("console.password");
        assertThat(start.out()).contains("jetty.console.password.file = etc/p");
    }

    @Test
    void whatModulesNameIsKnown() {
        start.run("--list-config", "--modules=http", "jetty.http.port=1", "a.default=2");
        assertThat(start.err()).isEmpty();
    }

    @Test
    void whatAnXmlFileOfTheBaseReadsIsKnown() {
        start.write("base/etc/my.xml", "<Configure><Property name=\"com.example.a\"/></Configure>");
        start.run("--list-config", "com.example.a=1");
        assertThat(start.err()).isEmpty();
    }

    @Test
    void whatAModuleOfTheBaseReadsIsKnown() {
        start.write("base/modules/my.mod", "[lib]\nlib/${com.example.a}/\n");
        start.run("--list-config", "com.example.a=1");
        assertThat(start.err()).isEmpty();
    }

    @Test
    void whatAnotherPropertyRefersToIsKnown() {
        start.run("--list-config", "com.example.a=1", "jetty.http.port=${com.example.a}");
        assertThat(start.err()).isEmpty();
    }

    @Test
    void whatAContextOfTheBaseReadsIsKnown() {
        start.write("base/webapps/a.xml", "<Configure><Property name=\"com.example.a\"/></Configure>");
        start.write("base/webapps/b/WEB-INF/jetty-web.xml", "<Configure><Property name='com.example.b'/></Configure>");
        start.run("--list-config", "com.example.a=1", "com.example.b=2");
        assertThat(start.err()).isEmpty();
    }

    @Test
    void systemPropertiesAndThoseOfTheLauncherAreKnown() {
        start.run("--list-config", "-Dcom.example.a=1", "stop.key=x", "STOP.WAIT=1");
        assertThat(start.err()).isEmpty();
    }
}
