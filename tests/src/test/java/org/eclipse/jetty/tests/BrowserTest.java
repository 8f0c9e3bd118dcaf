package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A browser loads a page with many images over HTTP/2 within TLS; skipped where there is none. */
class BrowserTest {
    private static final int IMAGES = 200;
    private static final int SIZE = 10;
    private static final int GREEN = 0xff00a000;

    /** Every image of its own URI, and a script that says over what each of them came. */
    private static final String PAGE = """
            <!DOCTYPE html>
            <html><head><title>images</title><style>body{margin:0;font-size:0}</style></head><body>%s<p id="said"></p>
            <script>
              addEventListener('load', () => {
                const came = performance.getEntriesByType('resource').filter(e => e.name.endsWith('.png'));
                const images = [...document.images].filter(i => i.complete && i.naturalWidth === %d);
                document.getElementById('said').textContent = 'images=' + images.length
                  + ' h2=' + came.filter(e => e.nextHopProtocol === 'h2').length;
              });
            </script></body></html>
            """;

    private static byte[] image() throws IOException {
        BufferedImage image = new BufferedImage(SIZE, SIZE, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < SIZE * SIZE; i++) {
            image.setRGB(i % SIZE, i / SIZE, GREEN);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageIO.write(image, "png", out);
        return out.toByteArray();
    }

    /** Runs the browser with a profile of its own; its output. */
    private static String browse(String browser, Path profile, String... arguments) {
        List<String> command = Stream.concat(
                        Stream.of(
                                browser,
                                "--headless",
                                "--no-sandbox",
                                "--disable-gpu",
                                "--disable-quic",
                                "--no-first-run",
                                "--disable-background-networking",
                                "--disable-component-update",
                                "--disable-sync",
                                "--ignore-certificate-errors",
                                "--hide-scrollbars",
                                "--window-size=400,400",
                                "--user-data-dir=" + profile),
                        Stream.of(arguments))
                .toList();
        try (Command running = Command.run(new ProcessBuilder(command))) {
            assertThat(running.awaitExit()).as(running::output).isZero();
            return running.output();
        }
    }

    @Test
    void pageOfManyImagesIsLoadedOverHttp2(@TempDir Path folder) throws IOException {
        String browser = Chromium.command();
        byte[] image = image();
        try (Base base =
                Base.with(Jdk.oldestAndNewest().findFirst().orElseThrow(), "https,http2,test-keystore,ee10-deploy")) {
            StringBuilder images = new StringBuilder();
            Path pages = base.resolve("webapps/images");
            Files.createDirectories(pages);
            for (int i = 0; i < IMAGES; i++) {
                Files.write(pages.resolve(i + ".png"), image);
                images.append("<img src='").append(i).append(".png'>");
            }
            Files.writeString(pages.resolve("index.html"), PAGE.formatted(images, SIZE), StandardCharsets.UTF_8);
            try (Command server = base.start("jetty.ssl.port=0")) {
                String port = server.awaitLine("Started ServerConnector@\\S+ .*\\bssl\\b.*:(\\d+)}")
                        .group(1);
                server.awaitLine("Started (\\S*\\.)?Server@");
                String uri = "https://localhost:" + port + "/images/";
                assertThat(browse(
                                browser, folder.resolve("profile1"), "--virtual-time-budget=20000", "--dump-dom", uri))
                        .contains("images=" + IMAGES + " h2=" + IMAGES);
                Path shot = folder.resolve("shot.png");
                browse(browser, folder.resolve("profile2"), "--virtual-time-budget=20000", "--screenshot=" + shot, uri);
                assertThat(greenPixels(ImageIO.read(shot.toFile()))).isEqualTo(IMAGES * SIZE * SIZE);
            }
        }
    }

    private static int greenPixels(BufferedImage image) {
        int count = 0;
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                if (image.getRGB(x, y) == GREEN) {
                    count++;
                }
            }
        }
        return count;
    }
}
