package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A browser without a window, driven by its protocol for developer tools. Confined to its test; {@link #close()} ends it.
 *
 * <p>Where none is installed, the test is skipped.
 */
final class Chromium implements AutoCloseable {
    private static final Pattern ID = Pattern.compile("^\\{\"id\":(\\d+)");
    private static final Pattern TEXT = Pattern.compile("\"value\":\"((?:[^\"\\\\]|\\\\.)*)\"");

    private final Map<Integer, CompletableFuture<String>> answers = new ConcurrentHashMap<>();
    private final List<String> problems = new CopyOnWriteArrayList<>();
    private final AtomicInteger ids = new AtomicInteger();
    private final Command process;
    private final WebSocket tools;

    private Chromium(Command process, URI page) {
        this.process = process;
        tools = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(page, new Messages())
                .join();
        send("Runtime.enable", "{}");
        send("Log.enable", "{}");
        send("Page.enable", "{}");
    }

    /** The name of the command of the browser. */
    static String command() {
        List<String> found = Stream.of("chromium", "chromium-browser", "google-chrome")
                .filter(tool -> Stream.of(System.getenv("PATH").split(":"))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, tool))))
                .toList();
        if (found.isEmpty()) {
            System.err.println("SKIPPED: no chromium (install the package chromium)");
        }
        assumeThat(found).as("*** SKIPPED: chromium is not installed").isNotEmpty();
        return found.get(0);
    }

    /** Starts a browser with a profile of its own. */
    static Chromium start(Path profile) {
        return start(profile, Map.of());
    }

    /** The same with variables of its environment, and further options. */
    static Chromium start(Path profile, Map<String, String> environment, String... options) {
        List<String> line = new ArrayList<>(List.of(
                command(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--hide-scrollbars",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile));
        line.addAll(List.of(options));
        line.add("about:blank");
        ProcessBuilder builder = new ProcessBuilder(line);
        builder.environment().putAll(environment);
        Command process = Command.run(builder);
        try {
            Matcher listening = process.awaitLine("DevTools listening on ws://127\\.0\\.0\\.1:(\\d+)/");
            URI list = URI.create("http://127.0.0.1:" + listening.group(1) + "/json/list");
            Pattern page =
                    Pattern.compile("\"type\": \"page\".*?\"webSocketDebuggerUrl\": \"([^\"]+)\"", Pattern.DOTALL);
            Matcher found = await().atMost(Command.DEADLINE).until(() -> page.matcher(get(list)), Matcher::find);
            return new Chromium(process, URI.create(found.group(1)));
        } catch (RuntimeException | Error x) {
            process.close();
            throw x;
        }
    }

    private static String get(URI uri) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private final class Messages implements WebSocket.Listener {
        private final StringBuilder parts = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            parts.append(data);
            if (last) {
                take(parts.toString());
                parts.setLength(0);
            }
            socket.request(1);
            return null;
        }
    }

    private void take(String message) {
        Matcher id = ID.matcher(message);
        if (id.find()) {
            answers.remove(Integer.parseInt(id.group(1))).complete(message);
        } else if (message.contains("Runtime.exceptionThrown")
                || message.contains("Log.entryAdded") && message.contains("\"level\":\"error\"")
                || message.contains("Runtime.consoleAPICalled") && message.contains("\"type\":\"error\"")) {
            problems.add(message);
        }
    }

    /** Sends a command; the answer as JSON. */
    String send(String method, String parameters) {
        int id = ids.incrementAndGet();
        CompletableFuture<String> answer = new CompletableFuture<>();
        answers.put(id, answer);
        tools.sendText("{\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + parameters + "}", true)
                .join();
        return answer.orTimeout(Command.DEADLINE.toSeconds(), TimeUnit.SECONDS).join();
    }

    void open(String uri) {
        send("Page.navigate", "{\"url\":\"" + uri + "\"}");
    }

    /** The value of an expression, as text. */
    String evaluate(String script) {
        String escaped = ("String(" + script + ")")
                .replace("\\", "\\\\")
                .replace("\"", "\\\"")
                .replace("\n", "\\n");
        String answer = send(
                "Runtime.evaluate",
                "{\"returnByValue\":true,\"awaitPromise\":true,\"expression\":\"" + escaped + "\"}");
        Matcher text = TEXT.matcher(answer);
        assertThat(answer).doesNotContain("\"exceptionDetails\"");
        assertThat(text.find()).as(answer).isTrue();
        return text.group(1);
    }

    /** Waits for a field, and for the page to be complete, fills fields in and sends their form as a click on its button does. */
    void submit(Map<String, String> fields) {
        String first = fields.keySet().iterator().next();
        awaitTrue("document.readyState == 'complete' && document.querySelector('[name=" + first + "]') != null");
        StringBuilder script = new StringBuilder();
        fields.forEach((name, value) ->
                script.append("document.querySelector('[name=" + name + "]').value = '" + value + "', "));
        evaluate(script + "document.querySelector('[name=" + first + "]').form.submit()");
    }

    /** Waits until the page has a text, and returns its address. */
    String awaitText(String text) {
        awaitTrue("document.body != null && document.body.innerText.includes('" + text + "')");
        return evaluate("location.href");
    }

    /** Waits until an expression is true. */
    void awaitTrue(String script) {
        await(script)
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(100))
                .until(() -> evaluate(script).equals("true"));
    }

    /** Presses a key, as Tab or Enter. */
    void press(String key, int code, String text) {
        String common = "\"key\":\"" + key + "\",\"code\":\"" + key + "\",\"windowsVirtualKeyCode\":" + code;
        send(
                "Input.dispatchKeyEvent",
                "{\"type\":\"keyDown\"," + common + (text.isEmpty() ? "" : ",\"text\":\"" + text + "\"") + "}");
        send("Input.dispatchKeyEvent", "{\"type\":\"keyUp\"," + common + "}");
    }

    /** Sets size and colours of the page. */
    void look(int width, int height, boolean dark) {
        send(
                "Emulation.setDeviceMetricsOverride",
                "{\"width\":" + width + ",\"height\":" + height + ",\"deviceScaleFactor\":1,\"mobile\":false}");
        send(
                "Emulation.setEmulatedMedia",
                "{\"features\":[{\"name\":\"prefers-color-scheme\",\"value\":\"" + (dark ? "dark" : "light") + "\"}]}");
    }

    /** Takes a picture of what is to be seen. */
    byte[] screenshot() {
        String answer = send("Page.captureScreenshot", "{\"format\":\"png\"}");
        Matcher data = Pattern.compile("\"data\":\"([^\"]+)\"").matcher(answer);
        assertThat(data.find()).isTrue();
        return Base64.getDecoder().decode(data.group(1));
    }

    /** The errors of scripts, policies and resources so far. */
    List<String> problems() {
        return List.copyOf(problems);
    }

    @Override
    public void close() {
        tools.abort();
        process.close();
    }

    /** Writes a picture where the system property {@code tests.screenshots} says; nowhere without it. */
    void keepScreenshot(String name) {
        String folder = System.getProperty("tests.screenshots");
        if (folder != null) {
            try {
                Files.write(Files.createDirectories(Path.of(folder)).resolve(name + ".png"), screenshot());
            } catch (IOException x) {
                throw new UncheckedIOException(x);
            }
        }
    }
}
