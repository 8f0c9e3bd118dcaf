package org.eclipse.jetty.server.internal;

import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;

/** The fields of one response, which cannot change once they are sent. Confined to the request's thread. */
final class ResponseFields extends HttpFields.Mutable.Wrapper {
    /** As many as most responses have. */
    private static final int CAPACITY = 6;

    private boolean committed;

    ResponseFields() {
        super(HttpFields.build(CAPACITY));
    }

    void commit() {
        committed = true;
    }

    void uncommit() {
        committed = false;
    }

    private void check() {
        if (committed) {
            throw new UnsupportedOperationException("the response is committed: its fields cannot change");
        }
    }

    @Override
    public HttpField onAddField(HttpField field) {
        check();
        return field;
    }

    @Override
    public boolean onRemoveField(HttpField field) {
        check();
        return true;
    }

    @Override
    public HttpField onReplaceField(HttpField oldField, HttpField newField) {
        check();
        return newField;
    }

    @Override
    public HttpFields.Mutable clear() {
        check();
        return super.clear();
    }
}
