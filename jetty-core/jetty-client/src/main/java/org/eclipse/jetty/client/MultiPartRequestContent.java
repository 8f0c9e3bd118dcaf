package org.eclipse.jetty.client;

import org.eclipse.jetty.http.MultiPart;
import org.eclipse.jetty.http.MultiPartFormData;

/** A form as {@code multipart/form-data} (RFC 7578): parts are added, then it is closed, and then sent. */
public class MultiPartRequestContent extends MultiPartFormData.ContentSource implements Request.Content {
    private final String contentType;

    public MultiPartRequestContent() {
        this(MultiPart.generateBoundary("JettyHttpClientBoundary", 16));
    }

    public MultiPartRequestContent(String boundary) {
        super(boundary);
        contentType = "multipart/form-data; boundary=" + getBoundary();
    }

    @Override
    public String getContentType() {
        return contentType;
    }
}
