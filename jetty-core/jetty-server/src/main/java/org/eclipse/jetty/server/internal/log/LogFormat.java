package org.eclipse.jetty.server.internal.log;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.jspecify.annotations.Nullable;

/**
 * The format of a line of a request log, compiled once.
 *
 * <pre>
 * format    = *( text / "%%" / directive )
 * directive = "%" [ ["!"] status *( "," status ) ] [ "{" argument "}" ] code
 * </pre>
 *
 * <p>A directive with statuses appends "-" to the lines of other responses; with an exclamation mark to those of the
 * responses with one of the statuses. Immutable.
 */
public final class LogFormat {
    private final Step[] steps;
    private final byte[] end;
    private final boolean detailed;
    private final boolean phased;

    /** Appends one part of a line. */
    @FunctionalInterface
    interface Part {
        void append(LogLine line, Request request, Response response);
    }

    /** A part, and the text before it, which is mostly no longer than a word. */
    private static final class Step {
        private final byte[] before;
        private final long word;
        private final Part part;

        private Step(byte[] before, Part part) {
            this.before = before;
            this.word = before.length <= Long.BYTES ? LogLine.word(before) : 0;
            this.part = part;
        }

        private void append(LogLine line, Request request, Response response) {
            if (before.length > Long.BYTES) {
                line.append(before, before.length);
            } else {
                line.append(word, before.length);
            }
            appendPart(line, request, response);
        }

        /** Calls the most frequent parts by their classes: a call that may go to any of many costs more than these do. */
        private void appendPart(LogLine line, Request request, Response response) {
            if (part instanceof LogField field) {
                field.append(line, request, response);
            } else if (part instanceof LogAddress address) {
                address.append(line, request, response);
            } else if (part instanceof LogUser user) {
                user.append(line, request, response);
            } else if (part instanceof LogDate date) {
                date.append(line, request, response);
            } else if (part instanceof LogRequestLine requestLine) {
                requestLine.append(line, request, response);
            } else if (part instanceof LogStatus status) {
                status.append(line, request, response);
            } else if (part instanceof LogSent sent) {
                sent.append(line, request, response);
            } else {
                part.append(line, request, response);
            }
        }
    }

    /**
     * Compiles a format.
     *
     * @throws IllegalArgumentException if it is not one, with the place of the mistake
     */
    public LogFormat(String format) {
        Compiler compiler = new Compiler(format);
        compiler.compile();
        steps = compiler.steps.toArray(Step[]::new);
        end = compiler.takeText();
        detailed = compiler.detailed;
        phased = compiler.phased;
    }

    /** Whether a part wants to know the servlet or the file. */
    public boolean isDetailed() {
        return detailed;
    }

    /** Whether a part wants to know the phases of requests. */
    public boolean isPhased() {
        return phased;
    }

    public void append(LogLine line, Request request, Response response) {
        for (Step step : steps) {
            step.append(line, request, response);
        }
        line.append(end, end.length);
    }

    /** Reads a format from left to right. Confined to the constructor. */
    private static final class Compiler {
        private final String format;
        private final List<Step> steps = new ArrayList<>();
        private final StringBuilder text = new StringBuilder();
        private boolean detailed;
        private boolean phased;
        private int position;

        private Compiler(String format) {
            this.format = format;
        }

        private void compile() {
            while (position < format.length()) {
                char c = format.charAt(position++);
                if (c != '%') {
                    text.append(c);
                } else if (peek() == '%') {
                    position++;
                    text.append('%');
                } else {
                    directive(position - 1);
                }
            }
        }

        /** Returns the text since the last part. */
        private byte[] takeText() {
            byte[] taken = text.toString().getBytes(StandardCharsets.UTF_8);
            text.setLength(0);
            return taken;
        }

        private char peek() {
            return position < format.length() ? format.charAt(position) : 0;
        }

        private void directive(int begin) {
            boolean negated = peek() == '!';
            if (negated) {
                position++;
            }
            int[] statuses = statuses(begin);
            if (negated && statuses.length == 0) {
                throw mistake("an exclamation mark without a status code", begin);
            }
            String argument = argument(begin);
            String code = code(begin);
            if (code.equals("R") || code.equals("f")) {
                detailed = true;
            }
            phased |= code.equals("phase");
            Part part;
            try {
                part = LogParts.of(code, argument);
            } catch (IllegalArgumentException x) {
                throw mistake(x.getMessage(), begin);
            }
            steps.add(new Step(takeText(), statuses.length == 0 ? part : limited(part, statuses, negated)));
        }

        private int[] statuses(int begin) {
            List<Integer> list = new ArrayList<>();
            while (isDigit(peek())) {
                int digits = position;
                while (isDigit(peek())) {
                    position++;
                }
                if (position - digits != 3) {
                    throw mistake("a status code that has not three digits", begin);
                }
                list.add(Integer.valueOf(format.substring(digits, position)));
                if (peek() != ',') {
                    break;
                }
                position++;
                if (!isDigit(peek())) {
                    throw mistake("a comma without a status code behind it", begin);
                }
            }
            return list.stream().mapToInt(Integer::intValue).sorted().toArray();
        }

        private @Nullable String argument(int begin) {
            if (peek() != '{') {
                return null;
            }
            int end = format.indexOf('}', position);
            if (end < 0) {
                throw mistake("an argument without its closing brace", begin);
            }
            String argument = format.substring(position + 1, end);
            position = end + 1;
            return argument.isEmpty() ? null : argument;
        }

        private String code(int begin) {
            for (String name : LogParts.LONG_CODES) {
                if (format.startsWith(name, position)) {
                    position += name.length();
                    return name;
                }
            }
            if (position >= format.length()) {
                throw mistake("a directive without its code", begin);
            }
            return String.valueOf(format.charAt(position++));
        }

        private static boolean isDigit(char c) {
            return c >= '0' && c <= '9';
        }

        private static Part limited(Part part, int[] statuses, boolean negated) {
            return (line, request, response) -> {
                if (Arrays.binarySearch(statuses, response.getStatus()) >= 0 != negated) {
                    part.append(line, request, response);
                } else {
                    line.append('-');
                }
            };
        }

        private IllegalArgumentException mistake(@Nullable String what, int begin) {
            return new IllegalArgumentException(
                    what + " at position " + (begin + 1) + " of the request log format " + format);
        }
    }
}
