package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands of the README say in one line which tool is missing or too old. */
class ToolCheckTest {
    @TempDir
    private Path bin;

    @ParameterizedTest
    @ValueSource(strings = {"distribution/demo.sh", "tests/all.sh"})
    void toolThatIsMissingOrTooOldIsNamedInOneLine(String script) throws IOException {
        refused(script, "A JDK, 17 or newer, is needed: there is none on the PATH. Install one, or set JAVA_HOME.");
        tool("java", "openjdk version \"1.8.0_392\"");
        refused(script, "A JDK, 17 or newer, is needed: there is none on the PATH. Install one, or set JAVA_HOME.");
        tool("javac", "javac 1.8.0_392");
        refused(script, "JDK 17 or newer is needed: that on the PATH is 8. Install a newer one, or set JAVA_HOME.");
        tool("javac", "javac 11.0.21");
        refused(script, "JDK 17 or newer is needed: that on the PATH is 11. Install a newer one, or set JAVA_HOME.");
        tool("javac", "javac 17");
        refused(script, "Maven, 3.8 or newer, is needed: there is none on the PATH.");
        tool("mvn", "Apache Maven 3.6.3 (cecedd343002696d0abb50b32b541b8a6ba2883f)");
        refused(script, "Maven 3.8 or newer is needed: that on the PATH is 3.6.");
        tool("mvn", "\u001b[1mApache Maven 2.10.0\u001b[m");
        refused(script, "Maven 3.8 or newer is needed: that on the PATH is 2.10.");
        tool("mvn", "The JAVA_HOME environment variable is not defined correctly");
        refused(script, "mvn does not tell its version: Maven 3.8 or newer is needed.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.8.1", "3.10.0", "4.0.0-rc-4"})
    void newerToolsAreTaken(String maven) throws IOException {
        tool("java", "openjdk version \"25\"");
        tool("javac", "javac 25");
        // the version first, then the work
        tool("mvn", "Apache Maven " + maven + " $*");
        Command command = run("tests/all.sh");
        assertThat(command.awaitExit()).as(command::output).isZero();
        assertThat(command.output()).startsWith("Apache Maven " + maven + " -B -ntp verify");
    }

    private void tool(String name, String says) throws IOException {
        Path file = bin.resolve(name);
        Files.writeString(file, "#!/bin/bash\necho \"" + says.replace("\"", "\\\"") + "\"\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private void refused(String script, String line) {
        Command command = run(script);
        assertThat(command.awaitExit()).as(command::output).isNotZero();
        assertThat(command.lines()).isEqualTo(List.of(line));
    }

    private Command run(String script) {
        ProcessBuilder builder = new ProcessBuilder(
                "/bin/bash", Distribution.ROOT.resolve(script).toString());
        builder.environment().clear();
        builder.environment().put("PATH", bin.toString());
        return Command.run(builder);
    }
}
