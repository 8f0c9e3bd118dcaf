package org.eclipse.jetty.client;

import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.content.ReadySource;
import org.jspecify.annotations.Nullable;

/** Content of a source. */
public class ContentSourceRequestContent implements Request.Content, ReadySource {
    private final Content.Source source;
    private final @Nullable String contentType;

    public ContentSourceRequestContent(Content.Source source) {
        this(source, "application/octet-stream");
    }

    public ContentSourceRequestContent(Content.Source source, @Nullable String contentType) {
        this.source = source;
        this.contentType = contentType;
    }

    public Content.Source getContentSource() {
        return source;
    }

    @Override
    public @Nullable String getContentType() {
        return contentType;
    }

    @Override
    public long getLength() {
        return source.getLength();
    }

    @Override
    public Content.@Nullable Chunk read() {
        return source.read();
    }

    @Override
    public boolean isReady() {
        return source instanceof ReadySource ready && ready.isReady();
    }

    @Override
    public void demand(Runnable demandCallback) {
        source.demand(demandCallback);
    }

    @Override
    public void fail(Throwable failure) {
        source.fail(failure);
    }

    @Override
    public void fail(Throwable failure, boolean last) {
        source.fail(failure, last);
    }

    @Override
    public boolean rewind() {
        return source.rewind();
    }
}
