package org.eclipse.jetty.util.ajax;

import org.jspecify.annotations.Nullable;

/** Writes the fields of one object. Confined to its writer. */
final class JsonOutput implements JSON.Output {
    private final JSON json;
    private final Appendable buffer;
    private boolean fields;
    private boolean replaced;

    JsonOutput(JSON json, Appendable buffer) {
        this.json = json;
        this.buffer = buffer;
    }

    /** Ends the object. */
    void complete() {
        if (!replaced) {
            JsonText.write(buffer, fields ? "}" : "{}");
        }
    }

    private void name(String name) {
        if (replaced) {
            throw new IllegalStateException("field " + name + " after a value in the place of the object");
        }
        JsonText.write(buffer, fields ? "," : "{");
        fields = true;
        json.appendString(buffer, name);
        JsonText.write(buffer, ":");
    }

    @Override
    public void addClass(Class<?> type) {
        add("class", type.getName());
    }

    @Override
    public void add(@Nullable Object value) {
        if (fields || replaced) {
            throw new IllegalStateException("a value in the place of an object that has fields");
        }
        replaced = true;
        json.append(buffer, value);
    }

    @Override
    public void add(String name, @Nullable Object value) {
        name(name);
        json.append(buffer, value);
    }

    @Override
    public void add(String name, double value) {
        name(name);
        json.appendNumber(buffer, value);
    }

    @Override
    public void add(String name, long value) {
        name(name);
        json.appendNumber(buffer, value);
    }

    @Override
    public void add(String name, boolean value) {
        name(name);
        json.appendBoolean(buffer, value);
    }
}
