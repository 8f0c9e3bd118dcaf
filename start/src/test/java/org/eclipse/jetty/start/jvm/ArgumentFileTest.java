package org.eclipse.jetty.start.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArgumentFileTest {
    private static final List<String> ODD = List.of(
            "plain",
            "a b",
            "",
            "#no comment",
            "a # b",
            "it's",
            "say \"so\"",
            "c:\\new\\table\\",
            "two\nlines\r\n",
            "\ttab\f",
            "@file",
            "-Dname= value ",
            "x".repeat(9000) + " \\ " + "y".repeat(9000));

    /** Tells its arguments. */
    public static final class Echo {
        private Echo() {}

        /** @param arguments what is told, separated by a character that is in none */
        public static void main(String[] arguments) {
            System.out.print(String.join("\0", arguments));
        }
    }

    @Test
    void javaReadsWhatWasWritten(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("a.args");
        Path classes = Path.of(
                Echo.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        new ArgumentFile()
                .comment("of\n\"a test")
                .addAll(List.of("-Xshare:auto", "-cp", classes.toString(), Echo.class.getName()))
                .addAll(ODD)
                .write(file);
        Process java = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(), "@" + file, "@more")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String told = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(java.waitFor()).isZero();
        assertThat(told.split("\0", -1)).startsWith(ODD.toArray(new String[0])).endsWith("@more");
    }
}
