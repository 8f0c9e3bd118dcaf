package org.eclipse.jetty.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator.ExecutionStatus;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JettyLoggingConfiguratorTest {
    @TempDir
    Path dir;

    private final ByteArrayOutputStream captured = new ByteArrayOutputStream();
    private PrintStream stderr;
    private ClassLoader loader;
    private String configured;

    @BeforeEach
    void capture() {
        // the build itself configures the log of tests by this
        configured = System.clearProperty("logback.configurationFile");
        stderr = System.err;
        loader = Thread.currentThread().getContextClassLoader();
        System.setErr(new PrintStream(captured, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void release() {
        System.setErr(stderr);
        Thread.currentThread().setContextClassLoader(loader);
        System.clearProperty("org.example.LEVEL");
        if (configured != null) {
            System.setProperty("logback.configurationFile", configured);
        }
    }

    private ExecutionStatus configure(LoggerContext context, String fileName, String text) throws Exception {
        Files.writeString(dir.resolve(fileName), text);
        Thread.currentThread()
                .setContextClassLoader(new URLClassLoader(new URL[] {dir.toUri().toURL()}, null));
        JettyLoggingConfigurator configurator = new JettyLoggingConfigurator();
        configurator.setContext(context);
        return configurator.configure(context);
    }

    private static LoggerContext newContext() {
        LoggerContext context = new LoggerContext();
        context.setMDCAdapter(new ch.qos.logback.classic.util.LogbackMDCAdapter());
        return context;
    }

    private String output() {
        return captured.toString(StandardCharsets.UTF_8);
    }

    @Test
    void levelsComeFromThePropertiesFile() throws Exception {
        LoggerContext context = newContext();
        assertThat(configure(
                        context,
                        "jetty-logging.properties",
                        "ROOT.LEVEL=WARN\norg.example.LEVEL=DEBUG\norg.other.LEVEL=off\n"))
                .isEqualTo(ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY);
        context.getLogger("a.b").info("hidden");
        context.getLogger("org.example.Thing").debug("shown");
        context.getLogger("org.other").error("hidden too");
        assertThat(output())
                .endsWith(":DEBUG:oe.Thing:" + Thread.currentThread().getName() + ": shown" + System.lineSeparator());
        assertThat(output()).doesNotContain("hidden");
    }

    @Test
    void jsonLayoutWritesAnObjectOnEachLine() throws Exception {
        LoggerContext context = newContext();
        configure(context, "jetty-logging.properties", "jetty.logging.layout=json\n");
        context.getLogger("org.example.Thing")
                .warn("a {} message\nof \"two\" lines", "formatted", new Exception("why"));
        assertThat(output().lines()).hasSize(1);
        assertThat(output())
                .startsWith("{\"timestamp\":")
                .contains("\"level\":\"WARN\"", "\"loggerName\":\"org.example.Thing\"")
                .contains("\"formattedMessage\":\"a formatted message\\nof \\\"two\\\" lines\"")
                .contains("\"message\":\"why\"")
                .endsWith("}" + System.lineSeparator());
    }

    @Test
    void systemPropertyChoosesTheLayoutBeforeTheFile() throws Exception {
        System.setProperty("jetty.logging.layout", "json");
        try {
            LoggerContext context = newContext();
            configure(context, "jetty-logging.properties", "jetty.logging.layout=text\n");
            context.getLogger("org.example.Thing").info("x");
            assertThat(output()).startsWith("{");
        } finally {
            System.clearProperty("jetty.logging.layout");
        }
    }

    @Test
    void unknownLayoutIsToldAndTextIsWritten() throws Exception {
        LoggerContext context = newContext();
        configure(context, "jetty-logging.properties", "jetty.logging.layout=yaml\n");
        context.getLogger("org.example.Thing").info("x");
        assertThat(output())
                .contains("jetty.logging.layout=yaml (expected: text or json)")
                .contains(":INFO :oe.Thing:");
    }

    @Test
    void withoutAFileTheLevelIsInfo() throws Exception {
        LoggerContext context = newContext();
        configure(context, "unrelated.txt", "");
        assertThat(context.getLogger("a").getEffectiveLevel()).isEqualTo(Level.INFO);
    }

    @Test
    void systemPropertyOverridesTheFile() throws Exception {
        System.setProperty("org.example.LEVEL", "TRACE");
        LoggerContext context = newContext();
        configure(context, "jetty-logging.properties", "org.example.LEVEL=WARN");
        assertThat(context.getLogger("org.example").getLevel()).isEqualTo(Level.TRACE);
    }

    @Test
    void logbackXmlOfTheUserTakesPrecedence() throws Exception {
        LoggerContext context = newContext();
        assertThat(configure(context, "logback.xml", "<configuration/>")).isEqualTo(ExecutionStatus.INVOKE_NEXT_IF_ANY);
        assertThat(context.getLogger("ROOT").iteratorForAppenders().hasNext()).isFalse();
    }

    @Test
    void configurationFileNamedByTheUserTakesPrecedence() throws Exception {
        System.setProperty("logback.configurationFile", "mine.xml");
        try {
            assertThat(configure(newContext(), "jetty-logging.properties", "ROOT.LEVEL=WARN"))
                    .isEqualTo(ExecutionStatus.INVOKE_NEXT_IF_ANY);
        } finally {
            System.clearProperty("logback.configurationFile");
        }
    }

    @Test
    void wrongEntriesAreToldWithFileAndExpectation() throws Exception {
        LoggerContext context = newContext();
        configure(
                context,
                "jetty-logging.properties",
                "org.example.LEVEL=LOUD\nnonsense=1\norg.eclipse.jetty.logging.appender.ZONE_ID=Mars\n");
        assertThat(output())
                .contains("jetty-logging.properties: org.example.LEVEL=LOUD (expected: ALL, TRACE,")
                .contains("nonsense (expected: <logger name>.LEVEL)")
                .contains("ZONE_ID=Mars (expected: a time zone");
    }

    @Test
    void lineHoldsTimeLevelCondensedNameThreadAndMessage() {
        assertThat(line(true, 1_795_176_000_007L, "a\r\nb\u0007", null))
                .isEqualTo("2026-11-20 12:00:00.007:WARN :oejs.Server:main: a<|b?" + System.lineSeparator());
    }

    @Test
    void stackTraceFollowsTheLine() {
        assertThat(line(true, 0, "failed", new IllegalStateException("why")))
                .startsWith("1970-01-01 00:00:00.000:WARN :oejs.Server:main: failed" + System.lineSeparator()
                        + "java.lang.IllegalStateException: why")
                .contains("\tat ");
    }

    @Test
    void messageOfAFailureCannotPassForALineOfTheLog() {
        Throwable cause = new IllegalArgumentException("a\r\n1970-01-01 00:00:00.000:INFO :forged\u001b[m");
        cause.addSuppressed(new IllegalArgumentException("x\ny"));
        String written = line(true, 0, "failed", new IllegalStateException("why\nagain", cause));
        assertThat(written.lines())
                .contains("\t| again", "\t| 1970-01-01 00:00:00.000:INFO :forged?[m")
                .anyMatch(l -> l.strip().equals("| y"))
                .noneMatch(l -> l.contains("forged") && !l.startsWith("\t| "));
        assertThat(line(false, 0, "failed", cause).lines()).contains("1970-01-01 00:00:00.000:INFO :forged\u001b[m");
    }

    private static String line(boolean escape, long time, String message, Throwable cause) {
        LoggerContext context = newContext();
        LoggingEvent event = new LoggingEvent(
                "", context.getLogger("org.eclipse.jetty.server.Server"), Level.WARN, message, cause, new Object[0]);
        event.setTimeStamp(time);
        event.setThreadName("main");
        return new LineEncoder(ZoneId.of("UTC"), true, escape).format(event);
    }

    @Test
    void namesWithoutPackagesStayAsTheyAre() {
        assertThat(LineEncoder.condense("Server")).isEqualTo("Server");
        assertThat(LineEncoder.condense("a..B")).isEqualTo("a.B");
        assertThat(LineEncoder.condense("")).isEmpty();
    }

    @Test
    void configuratorIsFoundAsAService() {
        assertThat(ServiceLoader.load(ch.qos.logback.classic.spi.Configurator.class))
                .anyMatch(found -> found instanceof JettyLoggingConfigurator);
    }
}
