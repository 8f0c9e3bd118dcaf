package org.eclipse.jetty.ee10.proxy;

import jakarta.servlet.http.HttpServletRequest;
import org.eclipse.jetty.client.AsyncRequestContent;

/** The content of a request to the server, whose length is known before it is written. */
final class ProxyRequestContent extends AsyncRequestContent {
    private final long length;

    /** @param length negative if it is not known */
    ProxyRequestContent(HttpServletRequest request, long length) {
        super(request.getContentType());
        this.length = length;
    }

    @Override
    public long getLength() {
        return length >= 0 ? length : super.getLength();
    }
}
