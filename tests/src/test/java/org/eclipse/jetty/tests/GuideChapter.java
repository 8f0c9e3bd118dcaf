package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A chapter of the operations guide, whose commands and files a test uses as they stand there. Immutable. */
record GuideChapter(String heading, String text) {
    /** @param heading its line, such as {@code ### Kerberos} */
    static GuideChapter of(String heading) throws IOException {
        String guide = Files.readString(Distribution.ROOT.resolve("docs/operations-guide.md"));
        Matcher chapter = Pattern.compile("(?ms)^" + Pattern.quote(heading) + "\n(.*?)(?=^#{2,3} |\\z)")
                .matcher(guide);
        assertThat(chapter.find()).as("chapter " + heading).isTrue();
        return new GuideChapter(heading, chapter.group(1));
    }

    /** The first block after a text, without the indentation of a list. */
    String blockAfter(String phrase) {
        int start = text.indexOf(phrase);
        assertThat(start).as(phrase + " in " + heading).isNotNegative();
        Matcher block =
                Pattern.compile("(?ms)^( *)```\\w*\n(.*?)^ *```$").matcher(text.substring(start + phrase.length()));
        assertThat(block.find()).as("block after " + phrase + " in " + heading).isTrue();
        return block.group(2).replaceAll("(?m)^" + block.group(1), "");
    }

    /** Runs the commands that make a base and agrees to licenses; the folder of the base is that of the test. */
    static void make(Base base, String commands) {
        String here =
                commands.replaceAll("mkdir (-p )?(\\S+) && cd \\2", Matcher.quoteReplacement("cd " + base.folder()));
        assertThat(here).isNotEqualTo(commands);
        String script = "export JETTY_HOME='" + Distribution.HOME + "'\n" + "java() { '"
                + Jdk.oldest().java() + "' \"$@\" --approve-all-licenses; }\n" + here;
        Command command = base.run(List.of("/bin/bash", "-ec", script), base.folder());
        assertThat(command.awaitExit()).as(command::output).isZero();
        assertThat(command.lines("^(WARN|ERROR) ")).isEmpty();
    }

    /** Adds lines to an ini file that a command has made. */
    static void append(Base base, String file, String lines) throws IOException {
        assertThat(base.resolve(file)).exists();
        base.write(file, Files.readString(base.resolve(file)) + "\n" + lines);
    }
}
