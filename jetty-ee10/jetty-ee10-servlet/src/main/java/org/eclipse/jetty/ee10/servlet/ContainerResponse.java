package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.ServletResponse;
import jakarta.servlet.ServletResponseWrapper;
import org.eclipse.jetty.ee10.servlet.api.ResponseApi;

/** The container's own response, as what dispatches and wraps responses needs it. Confined to its connection. */
abstract class ContainerResponse extends ResponseApi {
    /**
     * Returns the container's response behind a servlet response, however often applications wrapped it.
     *
     * @throws IllegalStateException if there is none
     */
    static ContainerResponse of(ServletResponse response) {
        ServletResponse current = response;
        while (true) {
            if (current instanceof ContainerResponse own) {
                return own;
            }
            if (current instanceof ServletResponseWrapper wrapper) {
                current = wrapper.getResponse();
            } else {
                throw new IllegalStateException("Not a response of this server: " + response);
            }
        }
    }

    abstract HttpOutput getHttpOutput();

    /** Whether the application has taken the writer. */
    abstract boolean isWriting();

    /** Whether the application has taken the stream. */
    abstract boolean isStreaming();

    /** Neither stream nor writer counts as taken: either may be. */
    abstract void leaveOutput();

    /** Whether an error is going to be answered in place of what the application wrote. */
    abstract boolean isSendError();

    /** Prepares for a forward: what is buffered is dropped, and the way to the body is open again. */
    abstract void resetForForward();
}
