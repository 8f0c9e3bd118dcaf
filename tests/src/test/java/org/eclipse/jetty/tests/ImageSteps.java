package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs the instructions of a Dockerfile in plain folders, one for each stage, where there is no container tool: the absolute paths of its
 * commands become paths of the folder. Users, ports and the base images are not imitated.
 */
final class ImageSteps implements AutoCloseable {
    private static final Pattern STAGE = Pattern.compile("(?i)\\S+(?: AS (\\S+))?");
    private static final Pattern COPY = Pattern.compile("(?:--from=(\\S+) )?(?:--chown=(\\S+) )?(\\S+) (\\S+)");
    private static final Pattern WORDS = Pattern.compile("\"([^\"]*)\"");

    private final Path work;
    private final Path context;
    private final Jdk jdk;
    private final boolean links;
    private final Map<String, Path> stages = new TreeMap<>();
    private final List<String> entryPoint = new ArrayList<>();
    private final List<String> healthCheck = new ArrayList<>();
    private final Map<String, String> environment = new TreeMap<>();
    private final Map<String, String> given;
    private Path root;
    private Path directory;
    private String user = "root";

    /**
     * Prepares the instructions.
     *
     * @param work where the folders are made
     * @param context the folder that files are copied from
     * @param jdk in place of that of the base image
     * @param given variables that have these values in place of those of the file
     * @param links whether a link to the JDK takes the place of the runtime that jlink would make, which takes long
     */
    ImageSteps(Path work, Path context, Jdk jdk, Map<String, String> given, boolean links) {
        this.work = work;
        this.context = context;
        this.jdk = jdk;
        this.given = given;
        this.links = links;
    }

    void run() throws IOException {
        String file = Files.readString(context.resolve("Dockerfile"))
                .replaceAll("(?m)^#.*\n", "")
                .replaceAll("\\\\\n\\s*", "");
        for (String line : file.split("\n")) {
            if (line.isBlank()) {
                continue;
            }
            int blank = line.indexOf(' ');
            step(line.substring(0, blank), line.substring(blank + 1).trim());
        }
        assertThat(user).as("the user that the server runs as").matches("[1-9]\\d*:[1-9]\\d*");
    }

    private void step(String instruction, String argument) throws IOException {
        switch (instruction) {
            case "FROM" -> from(argument);
            case "COPY" -> copy(argument);
            case "WORKDIR" -> directory = inside(argument);
            case "USER" -> user = argument;
            case "RUN" -> run(argument);
            case "ENTRYPOINT" -> entryPoint.addAll(words(argument));
            case "HEALTHCHECK" -> healthCheck.addAll(words(argument.substring(argument.indexOf("CMD "))));
            case "ENV" -> {
                for (String pair : argument.split(" ")) {
                    String[] parts = pair.split("=", 2);
                    environment.put(parts[0], given.getOrDefault(parts[0], parts[1]));
                }
            }
            case "ARG", "EXPOSE", "STOPSIGNAL" -> assertThat(argument).isNotBlank();
            default -> throw new AssertionError("unknown instruction " + instruction);
        }
    }

    private void from(String argument) throws IOException {
        Matcher stage = STAGE.matcher(argument);
        assertThat(stage.matches()).as(argument).isTrue();
        root = Files.createDirectories(work.resolve("stage" + stages.size()));
        stages.put(stage.group(1) == null ? "last" : stage.group(1), root);
        directory = root;
    }

    private Path inside(String path) {
        return root.resolve(path.substring(1));
    }

    private void copy(String argument) throws IOException {
        Matcher copy = COPY.matcher(argument);
        assertThat(copy.matches()).as(argument).isTrue();
        Path source = copy.group(1) == null
                ? context.resolve(copy.group(3))
                : stages.get(copy.group(1)).resolve(copy.group(3).substring(1));
        Path target = inside(copy.group(4));
        Files.createDirectories(target.getParent());
        if (Files.isSymbolicLink(source)) {
            Files.copy(source, target, LinkOption.NOFOLLOW_LINKS);
        } else {
            finish(List.of("cp", "-r", source.toString(), target.toString()));
        }
    }

    private void run(String argument) throws IOException {
        if (links && argument.startsWith("jlink ")) {
            Path java = inside("/opt/java");
            Files.createDirectories(java.getParent());
            Files.createSymbolicLink(java, jdk.home());
        } else if (argument.startsWith("[")) {
            finish(words(argument));
        } else {
            finish(List.of("/bin/sh", "-ec", inFolder(argument)));
        }
    }

    private void finish(List<String> words) {
        try (Command command = Command.run(process(words))) {
            assertThat(command.awaitExit()).as(command::output).isZero();
        }
    }

    private List<String> words(String array) {
        List<String> words = new ArrayList<>();
        Matcher word = WORDS.matcher(array);
        while (word.find()) {
            words.add(inFolder(word.group(1)));
        }
        return words;
    }

    /** Absolute paths, as at the beginning of a word or after an at sign, are those of the folder. */
    private String inFolder(String text) {
        return text.replaceAll("(^|[ @])/(opt|srv)/", "$1" + Matcher.quoteReplacement(root + "/") + "$2/");
    }

    private ProcessBuilder process(List<String> words) {
        ProcessBuilder builder = new ProcessBuilder(words).directory(directory.toFile());
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        builder.environment().putAll(environment);
        builder.environment().put("PATH", jdk.java().getParent() + ":" + System.getenv("PATH"));
        return builder;
    }

    ProcessBuilder entryPoint() {
        return process(entryPoint);
    }

    ProcessBuilder healthCheck() {
        return process(healthCheck);
    }

    /** The paths, sizes and times of all files of the last stage. */
    Map<String, String> files() {
        Map<String, String> files = new TreeMap<>();
        try (var all = Files.walk(root)) {
            for (Path file : all.toList()) {
                files.put(
                        root.relativize(file).toString(),
                        Files.isRegularFile(file) ? Files.size(file) + " " + Files.getLastModifiedTime(file) : "");
            }
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
        return files;
    }

    /** Removes the links out of the folders. */
    @Override
    public void close() throws IOException {
        if (links) {
            for (Path stage : stages.values()) {
                Files.deleteIfExists(stage.resolve("opt/java"));
            }
        }
    }
}
