package org.eclipse.jetty.start.check;

import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.start.config.StartConfig;
import org.eclipse.jetty.start.config.StartProperties;
import org.eclipse.jetty.start.files.BaseHome;
import org.eclipse.jetty.start.jvm.CommandLine;
import org.eclipse.jetty.start.problems.Origin;
import org.eclipse.jetty.start.problems.StartException;
import org.eclipse.jetty.start.problems.StartLog;
import org.jspecify.annotations.Nullable;
import org.xml.sax.SAXException;

/**
 * Says why the server did not start, in the words of {@code --check}: what, where it was set, what to do.
 *
 * <p>An error of an XML file comes with these parts. Of others, the cause is told, and what {@link ServerCheck} finds, as that knows
 * which property gave the port that is taken. Confined to the main thread.
 */
public final class StartFailure {
    private static final Pattern ADDRESS = Pattern.compile("cannot listen at \\S*(:\\d+): ");

    private final StartConfig config;
    private final BaseHome baseHome;
    private final CommandLine commandLine;

    public StartFailure(StartConfig config, BaseHome baseHome, CommandLine commandLine) {
        this.config = config;
        this.baseHome = baseHome;
        this.commandLine = commandLine;
    }

    /** The failure of the main class in this JVM. */
    public StartException of(Throwable cause) {
        StringBuilder message = new StringBuilder("The server did not start: ");
        Map<String, String> told = told(cause);
        if (told != null) {
            message.append(new ToldFindings(config, baseHome).finding(told).sentence());
        } else {
            appendCause(message, cause, findings());
        }
        return new StartException(StartException.MAIN_FAILED, message.toString(), cause);
    }

    private void appendCause(StringBuilder message, Throwable cause, Findings findings) {
        if (cause instanceof SAXException && findings.errors() > 0) {
            // the check reports the file that is not well-formed, by its short name
            message.append(firstError(findings).sentence());
            return;
        }
        String description = describe(cause);
        message.append(description);
        appendPlaces(message);
        // what this JVM has opened before it failed is taken by itself
        append(message, findings, finding -> {
            Matcher address = ADDRESS.matcher(finding.message());
            return !address.find() || description.contains(address.group(1));
        });
    }

    /** A second JVM ended with an error, which it has printed; what it did not know is told here. */
    public void tellOfSecondJvm() {
        Findings findings = new Findings();
        new JvmArgumentsCheck(config, true, findings).check();
        StringBuilder message = new StringBuilder("The server did not start");
        if (findings.errors() > 0) {
            append(message, findings, finding -> true);
        } else {
            append(message, findings(), finding -> true);
        }
        if (message.indexOf("\n") >= 0) {
            StartLog.error(message.toString());
        }
    }

    /** Other main classes name a property that they did not like, but do not know where that was set. */
    private void appendPlaces(StringBuilder message) {
        for (StartProperties.Property property : config.properties().sorted()) {
            if (property.origin() != Origin.COMPUTED && message.indexOf("property " + property.name() + "=") >= 0) {
                message.append(System.lineSeparator())
                        .append("  ")
                        .append(property.name())
                        .append(" is set in ")
                        .append(property.origin().place());
            }
        }
    }

    private static Finding firstError(Findings findings) {
        return findings.all().stream().filter(Finding::isError).findFirst().orElseThrow();
    }

    private Findings findings() {
        Findings findings = new Findings();
        // another main class is none that could be checked
        if (commandLine.isOfServer()) {
            new ServerCheck(config, baseHome, findings).run(commandLine);
        }
        return findings;
    }

    private static void append(StringBuilder message, Findings findings, Predicate<Finding> filter) {
        boolean isFirst = true;
        for (Finding finding : findings.all()) {
            if (!finding.isError() || !filter.test(finding)) {
                continue;
            }
            if (isFirst) {
                message.append(System.lineSeparator()).append("--check finds:");
            }
            message.append(System.lineSeparator()).append("  ").append(finding.sentence());
            isFirst = false;
        }
    }

    /** The failure of a main class in a JVM that does not know the configuration, only the arguments of the program. */
    public static String withoutConfiguration(Throwable cause, List<String> program) {
        Map<String, String> told = told(cause);
        return told == null
                ? describe(cause)
                : ToldFindings.withoutOrigin(told, program).sentence();
    }

    /** What the exception itself tells in parts; null when it does not. */
    private static @Nullable Map<String, String> told(Throwable cause) {
        try {
            Object finding = cause.getClass().getMethod("finding").invoke(cause);
            if (!(finding instanceof Map<?, ?> parts)) {
                return null;
            }
            Map<String, String> told = new HashMap<>();
            parts.forEach((key, value) -> told.put(key.toString(), String.valueOf(value)));
            return told;
        } catch (NoSuchMethodException e) {
            // an error of any other kind
            return null;
        } catch (IllegalAccessException | InvocationTargetException e) {
            StartLog.debug("no parts of " + cause + ": " + e);
            return null;
        }
    }

    /** A failure and its causes, without repetition; classes are named where the message alone says little. */
    public static String describe(Throwable failure) {
        List<String> texts = new ArrayList<>();
        Throwable last = null;
        for (Throwable next = failure; next != null && next != last; next = next.getCause()) {
            String text = text(next);
            // a wrapper often repeats the message of its cause, as text or as class and text
            boolean said = false;
            for (String earlier : texts) {
                said |= earlier.contains(text);
            }
            boolean isSame = next.getMessage() != null
                    && !texts.isEmpty()
                    && texts.get(texts.size() - 1).contains(next.getMessage());
            boolean isMute = next.getMessage() == null && !texts.isEmpty() && !(next instanceof Error);
            boolean isWrapper =
                    next.getCause() != null && next.getCause().toString().equals(next.getMessage());
            if (!said && !isSame && !isMute && !isWrapper) {
                texts.add(text);
            }
            last = next;
        }
        return String.join(System.lineSeparator() + "  caused by: ", texts);
    }

    private static String text(Throwable failure) {
        String message = failure.getMessage();
        boolean isMistake = failure instanceof Error
                || failure instanceof NullPointerException
                || failure instanceof ClassCastException
                || failure instanceof IndexOutOfBoundsException;
        if (message != null && message.indexOf(' ') >= 0 && !isMistake) {
            return message;
        }
        return words(failure) + (message == null ? "" : ": " + message);
    }

    /** {@code UnresolvedAddressException} as "unresolved address" for those who do not read Java; a mistake keeps its name. */
    private static String words(Throwable failure) {
        String name = failure.getClass().getSimpleName();
        if (!(failure instanceof java.io.IOException) || !name.endsWith("Exception")) {
            return failure.getClass().getName();
        }
        String words = name.substring(0, name.length() - 9).replaceAll("(?<=[a-z])(?=[A-Z])", " ");
        return words.isEmpty() ? name : words.toLowerCase(Locale.ROOT);
    }
}
