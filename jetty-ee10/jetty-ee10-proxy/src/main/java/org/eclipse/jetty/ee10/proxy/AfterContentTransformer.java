package org.eclipse.jetty.ee10.proxy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.jetty.util.component.Destroyable;
import org.jspecify.annotations.Nullable;

/**
 * Changes content once all of it has come. Content beyond a size is kept in files, which are deleted at the end of the request.
 *
 * <p>Confined to one request.
 */
public abstract class AfterContentTransformer implements AsyncMiddleManServlet.ContentTransformer, Destroyable {
    private Path overflowDirectory = Path.of(System.getProperty("java.io.tmpdir"));
    private String inputFilePrefix = "amms_adct_in_";
    private String outputFilePrefix = "amms_adct_out_";
    private long maxInputBufferSize = 1024L * 1024L;
    private long maxOutputBufferSize = maxInputBufferSize;
    private @Nullable OverflowBuffer input;
    private @Nullable OverflowBuffer output;

    /** Returns the folder of files; that of the JVM for temporary files by default. */
    public Path getOverflowDirectory() {
        return overflowDirectory;
    }

    public void setOverflowDirectory(Path directory) {
        overflowDirectory = directory;
    }

    public String getInputFilePrefix() {
        return inputFilePrefix;
    }

    /** Sets how the names of files with the original content begin. */
    public void setInputFilePrefix(String prefix) {
        inputFilePrefix = prefix;
    }

    /** Returns the bytes of the original content that are kept in memory; 1 MiB by default. */
    public long getMaxInputBufferSize() {
        return maxInputBufferSize;
    }

    public void setMaxInputBufferSize(long bytes) {
        maxInputBufferSize = bytes;
    }

    public String getOutputFilePrefix() {
        return outputFilePrefix;
    }

    /** Sets how the names of files with the changed content begin. */
    public void setOutputFilePrefix(String prefix) {
        outputFilePrefix = prefix;
    }

    /** Returns the bytes of the changed content that are kept in memory; 1 MiB by default. */
    public long getMaxOutputBufferSize() {
        return maxOutputBufferSize;
    }

    public void setMaxOutputBufferSize(long bytes) {
        maxOutputBufferSize = bytes;
    }

    @Override
    public final void transform(ByteBuffer content, boolean finished, List<ByteBuffer> results) throws IOException {
        if (input == null) {
            input = new OverflowBuffer(maxInputBufferSize, overflowDirectory, inputFilePrefix);
        }
        input.write(content);
        if (!finished) {
            return;
        }
        boolean changed = transform(new Source(input), new Sink());
        OverflowBuffer result = changed ? output : input;
        if (result != null) {
            result.addTo(results);
        }
    }

    /**
     * Changes content as a whole.
     *
     * @return whether the sink has the content; false to pass the original on as it is
     */
    public abstract boolean transform(Source source, Sink sink) throws IOException;

    /** Deletes the files. */
    @Override
    public void destroy() {
        if (input != null) {
            input.close();
        }
        if (output != null) {
            output.close();
        }
    }

    /** Where the original content is read from. */
    public static class Source {
        private final InputStream stream;

        private Source(OverflowBuffer input) {
            stream = input.openInput();
        }

        /** Returns the stream of the content, always the same, which can be reset to the beginning. */
        public InputStream getInputStream() {
            return stream;
        }
    }

    /** Where the changed content is written to. */
    public class Sink {
        /** Returns the stream of the content, always that of the same content. */
        public OutputStream getOutputStream() {
            if (output == null) {
                output = new OverflowBuffer(maxOutputBufferSize, overflowDirectory, outputFilePrefix);
            }
            return output.openOutput();
        }
    }
}
