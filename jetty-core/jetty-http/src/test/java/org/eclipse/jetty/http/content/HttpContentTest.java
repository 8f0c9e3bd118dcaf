package org.eclipse.jetty.http.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http.CompressedContentFormat;
import org.eclipse.jetty.http.MimeTypes;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpContentTest {
    @TempDir
    Path directory;

    private HttpContent.Factory files;
    private final AtomicInteger asked = new AtomicInteger();

    @BeforeEach
    void makeFiles() throws Exception {
        Files.writeString(directory.resolve("a.txt"), "0123456789");
        Files.writeString(directory.resolve("b.html"), "<p>");
        ResourceHttpContentFactory resources = new ResourceHttpContentFactory(
                ResourceFactory.root().newResource(directory), MimeTypes.DEFAULTS, ByteBufferPool.SIZED_NON_POOLING);
        files = path -> {
            asked.incrementAndGet();
            return resources.getContent(path);
        };
    }

    private static String write(HttpContent content, long offset, long length) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        CompletableFuture<Void> done = new CompletableFuture<>();
        content.writeTo(Content.Sink.from(out), offset, length, new Callback() {
            @Override
            public void succeeded() {
                done.complete(null);
            }

            @Override
            public void failed(Throwable x) {
                done.completeExceptionally(x);
            }
        });
        done.get();
        return out.toString();
    }

    @Test
    void resourcesAreDescribedAndWritten() throws Exception {
        HttpContent content = files.getContent("/a.txt");
        assertThat(content.getContentTypeValue()).isEqualTo("text/plain");
        assertThat(content.getContentLengthValue()).isEqualTo(10);
        assertThat(content.getETagValue()).startsWith("W/\"");
        assertThat(write(content, 0, -1)).isEqualTo("0123456789");
        assertThat(write(content, 3, 4)).isEqualTo("3456");
        assertThat(files.getContent("/none")).isNull();
        assertThat(files.getContent("/../" + directory.getFileName() + "/a.txt"))
                .isNull();
    }

    @Test
    void cacheServesFromMemoryUntilTheFileChanges() throws Exception {
        ValidatingCachingHttpContentFactory cache =
                new ValidatingCachingHttpContentFactory(files, 0, ByteBufferPool.SIZED_NON_POOLING);
        HttpContent first = cache.getContent("/a.txt");
        assertThat(cache.getContent("/a.txt")).isSameAs(first);
        assertThat(asked).hasValue(1);
        assertThat(cache.getCachedSize()).isEqualTo(10);
        assertThat(write(first, 0, -1) + write(first, 9, 1) + write(first, 2, 3))
                .isEqualTo("01234567899234");
        Files.writeString(directory.resolve("a.txt"), "new");
        Files.setLastModifiedTime(
                directory.resolve("a.txt"), FileTime.from(Instant.now().plusSeconds(10)));
        assertThat(write(cache.getContent("/a.txt"), 0, -1)).isEqualTo("new");
        assertThat(cache.getCachedSize()).isEqualTo(3);
        cache.flushCache();
        assertThat(cache.getCachedFiles()).isZero();
        assertThat(cache.getCachedSize()).isZero();
    }

    @Test
    void cacheKeepsToItsLimits() throws Exception {
        CachingHttpContentFactory cache = new CachingHttpContentFactory(files, ByteBufferPool.SIZED_NON_POOLING);
        cache.setMaxCachedFiles(3);
        for (int i = 0; i < 10; i++) {
            assertThat(cache.getContent("/none" + i)).isNull();
            assertThat(cache.getCachedFiles()).isLessThanOrEqualTo(3);
        }
        cache.setMaxCachedFiles(100);
        cache.setMaxCachedFileSize(5);
        HttpContent big = cache.getContent("/a.txt");
        assertThat(cache.getContent("/a.txt")).isNotSameAs(big);
        HttpContent small = cache.getContent("/b.html");
        assertThat(cache.getContent("/b.html")).isSameAs(small);
        cache.setMaxCacheSize(1);
        assertThat(cache.getCachedSize()).isZero();
        assertThat(write(small, 0, -1)).isEqualTo("<p>");
    }

    @Test
    void manyPathsMakeRoomForSomeMore() throws Exception {
        CachingHttpContentFactory cache = new CachingHttpContentFactory(files, ByteBufferPool.SIZED_NON_POOLING);
        cache.setMaxCachedFiles(160);
        for (int i = 0; i < 160; i++) {
            cache.getContent("/none" + i);
        }
        assertThat(cache.getCachedFiles()).isEqualTo(160);
        cache.getContent("/none160");
        assertThat(cache.getCachedFiles()).isEqualTo(150);
        cache.getContent("/none161");
        assertThat(cache.getCachedFiles()).isEqualTo(151);
        asked.set(0);
        cache.getContent("/none160");
        cache.getContent("/none50");
        assertThat(asked).hasValue(0);
    }

    /** A file may change between being looked at and being read. */
    @ParameterizedTest
    @ValueSource(strings = {"", "01234", "0123456789abcdef", "deleted"})
    void contentThatIsNotOfTheLengthThatWasSeenIsNotKept(String changed) throws Exception {
        HttpContent.Factory changing = path -> new HttpContent.Wrapper(files.getContent(path)) {
            @Override
            public long getContentLengthValue() {
                return 10;
            }

            @Override
            public Instant getLastModifiedInstant() {
                try {
                    if (changed.equals("deleted")) {
                        Files.deleteIfExists(directory.resolve("a.txt"));
                    } else {
                        Files.writeString(directory.resolve("a.txt"), changed);
                    }
                } catch (IOException x) {
                    throw new UncheckedIOException(x);
                }
                return super.getLastModifiedInstant();
            }
        };
        CachingHttpContentFactory cache = new CachingHttpContentFactory(changing, ByteBufferPool.SIZED_NON_POOLING);
        HttpContent content = cache.getContent("/a.txt");
        if (changed.equals("deleted")) {
            assertThat(content).isNull();
        } else {
            assertThat(write(content, 0, -1)).isEqualTo(changed);
        }
        assertThat(cache.getCachedFiles()).isZero();
        assertThat(cache.getCachedSize()).isZero();
    }

    @Test
    void memoryIsBoundedWhileOthersAreBeingRead() throws Exception {
        Files.writeString(directory.resolve("c.txt"), "abcdefghij");
        CachingHttpContentFactory[] cache = new CachingHttpContentFactory[1];
        HttpContent[] meanwhile = new HttpContent[1];
        HttpContent.Factory nested = path -> !path.equals("/a.txt")
                ? files.getContent(path)
                : new HttpContent.Wrapper(files.getContent(path)) {
                    @Override
                    public Instant getLastModifiedInstant() {
                        // while this one is being read
                        try {
                            meanwhile[0] = cache[0].getContent("/c.txt");
                        } catch (IOException x) {
                            throw new UncheckedIOException(x);
                        }
                        return super.getLastModifiedInstant();
                    }
                };
        cache[0] = new CachingHttpContentFactory(nested, ByteBufferPool.SIZED_NON_POOLING);
        cache[0].setMaxCacheSize(15);
        HttpContent content = cache[0].getContent("/a.txt");
        assertThat(meanwhile[0]).isNotInstanceOf(CachingHttpContentFactory.CachingHttpContent.class);
        assertThat(write(content, 0, -1) + write(meanwhile[0], 0, -1)).isEqualTo("0123456789abcdefghij");
        assertThat(cache[0].getContent("/a.txt")).isSameAs(content);
        assertThat(cache[0].getCachedSize()).isEqualTo(10);
    }

    @Test
    void precompressedVariantsAreFoundUnlessOlder() throws Exception {
        Files.writeString(directory.resolve("a.txt.gz"), "zip");
        HttpContent.Factory factory = new PreCompressedHttpContentFactory(
                files, new CompressedContentFormat[] {CompressedContentFormat.BR, CompressedContentFormat.GZIP});
        HttpContent content = factory.getContent("/a.txt");
        assertThat(content.getPreCompressedContentFormats()).containsExactly(CompressedContentFormat.GZIP);
        HttpContent variant =
                new PreCompressedHttpContent(content, files.getContent("/a.txt.gz"), CompressedContentFormat.GZIP);
        assertThat(variant.getContentEncodingValue()).isEqualTo("gzip");
        assertThat(variant.getContentTypeValue()).isEqualTo("text/plain");
        assertThat(variant.getETagValue()).endsWith("--gzip\"");
        assertThat(write(variant, 0, -1)).isEqualTo("zip");
        Files.setLastModifiedTime(directory.resolve("a.txt.gz"), FileTime.from(Instant.EPOCH.plusSeconds(1)));
        assertThat(factory.getContent("/a.txt").getPreCompressedContentFormats())
                .isEmpty();
    }

    /** Content of other factories need not know when it was changed. */
    @Test
    void precompressedVariantWithoutATimeIsNotOlder() throws Exception {
        Files.writeString(directory.resolve("a.txt.gz"), "zip");
        HttpContent.Factory timeless = path -> {
            HttpContent content = files.getContent(path);
            return content == null
                    ? null
                    : new HttpContent.Wrapper(content) {
                        @Override
                        public Instant getLastModifiedInstant() {
                            return null;
                        }
                    };
        };
        HttpContent.Factory factory = new PreCompressedHttpContentFactory(
                timeless, new CompressedContentFormat[] {CompressedContentFormat.GZIP});
        assertThat(factory.getContent("/a.txt").getPreCompressedContentFormats())
                .containsExactly(CompressedContentFormat.GZIP);
    }

    @Test
    void mappedFileIsWritten() throws Exception {
        HttpContent content = new FileMappingHttpContentFactory(files, 1).getContent("/a.txt");
        assertThat(write(content, 2, 3) + write(content, 8, -1)).isEqualTo("23489");
    }
}
