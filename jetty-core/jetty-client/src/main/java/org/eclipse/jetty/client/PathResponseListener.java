package org.eclipse.jetty.client;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.http.HttpStatus;

/**
 * Writes the content of a response to a file, and completes with both. Used for one request.
 *
 * <p>Only the content of a successful response (2xx) is written: others fail with {@link HttpResponseException}. A file that is not
 * complete is deleted.
 */
public class PathResponseListener extends CompletableFuture<PathResponseListener.PathResponse>
        implements Response.Listener {
    /** A response, and the file that has its content. */
    public record PathResponse(Response response, Path path) {}

    private final Path path;
    private final FileChannel file;

    /**
     * Opens the file.
     *
     * @param overwrite whether a file that exists is replaced; otherwise there must be none
     */
    public PathResponseListener(Path path, boolean overwrite) throws IOException {
        this.path = path;
        this.file = overwrite
                ? FileChannel.open(
                        path, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)
                : FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    /** Sends a request whose response goes to a file; cancelling the future aborts the request. */
    public static CompletableFuture<PathResponse> write(Request request, Path path, boolean overwrite) {
        PathResponseListener listener;
        try {
            listener = new PathResponseListener(path, overwrite);
        } catch (IOException x) {
            return CompletableFuture.failedFuture(x);
        }
        listener.whenComplete((response, failure) -> {
            if (listener.isCancelled()) {
                request.abort(failure);
            }
        });
        request.send(listener);
        return listener;
    }

    @Override
    public void onHeaders(Response response) {
        if (!HttpStatus.isSuccess(response.getStatus())) {
            response.abort(new HttpResponseException(
                    "Status " + response.getStatus() + " (expected: 2xx, for a file)", response));
        }
    }

    @Override
    public void onContent(Response response, ByteBuffer content) {
        try {
            while (content.hasRemaining()) {
                file.write(content);
            }
        } catch (IOException x) {
            response.abort(x);
        }
    }

    @Override
    public void onComplete(Result result) {
        Throwable failure = result.getFailure();
        try {
            file.close();
            if (failure != null) {
                Files.deleteIfExists(path);
            }
        } catch (IOException x) {
            if (failure == null) {
                failure = x;
            } else {
                failure.addSuppressed(x);
            }
        }
        if (failure == null) {
            complete(new PathResponse(result.getResponse(), path));
        } else {
            completeExceptionally(failure);
        }
    }
}
