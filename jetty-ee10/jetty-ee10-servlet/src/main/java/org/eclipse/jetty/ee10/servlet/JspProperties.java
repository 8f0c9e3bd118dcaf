package org.eclipse.jetty.ee10.servlet;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.ee10.servlet.api.JspPropertyGroupApi;
import org.jspecify.annotations.Nullable;

/**
 * What a descriptor says of the JSPs of some patterns, each value as it stands there, or null (Pages section 3.3). The
 * methods are public in {@link ServletContextHandler.JspPropertyGroup}. Guarded by the life cycle.
 */
abstract class JspProperties extends JspPropertyGroupApi {
    private final List<String> urlPatterns = new ArrayList<>();
    private final List<String> includePreludes = new ArrayList<>();
    private final List<String> includeCodas = new ArrayList<>();
    private final Map<String, String> values = new HashMap<>();

    @Override
    public Collection<String> getUrlPatterns() {
        return new ArrayList<>(urlPatterns);
    }

    public void addUrlPattern(String pattern) {
        if (!urlPatterns.contains(pattern)) {
            urlPatterns.add(pattern);
        }
    }

    @Override
    public @Nullable String getElIgnored() {
        return values.get("el-ignored");
    }

    public void setElIgnored(String value) {
        values.put("el-ignored", value);
    }

    @Override
    public @Nullable String getErrorOnELNotFound() {
        return values.get("error-on-el-not-found");
    }

    public void setErrorOnELNotFound(String value) {
        values.put("error-on-el-not-found", value);
    }

    @Override
    public @Nullable String getPageEncoding() {
        return values.get("page-encoding");
    }

    public void setPageEncoding(String value) {
        values.put("page-encoding", value);
    }

    @Override
    public @Nullable String getScriptingInvalid() {
        return values.get("scripting-invalid");
    }

    public void setScriptingInvalid(String value) {
        values.put("scripting-invalid", value);
    }

    @Override
    public @Nullable String getIsXml() {
        return values.get("is-xml");
    }

    public void setIsXml(String value) {
        values.put("is-xml", value);
    }

    @Override
    public @Nullable String getDeferredSyntaxAllowedAsLiteral() {
        return values.get("deferred-syntax-allowed-as-literal");
    }

    public void setDeferredSyntaxAllowedAsLiteral(String value) {
        values.put("deferred-syntax-allowed-as-literal", value);
    }

    @Override
    public @Nullable String getTrimDirectiveWhitespaces() {
        return values.get("trim-directive-whitespaces");
    }

    public void setTrimDirectiveWhitespaces(String value) {
        values.put("trim-directive-whitespaces", value);
    }

    @Override
    public @Nullable String getDefaultContentType() {
        return values.get("default-content-type");
    }

    public void setDefaultContentType(String value) {
        values.put("default-content-type", value);
    }

    @Override
    public @Nullable String getBuffer() {
        return values.get("buffer");
    }

    public void setBuffer(String value) {
        values.put("buffer", value);
    }

    @Override
    public @Nullable String getErrorOnUndeclaredNamespace() {
        return values.get("error-on-undeclared-namespace");
    }

    public void setErrorOnUndeclaredNamespace(String value) {
        values.put("error-on-undeclared-namespace", value);
    }

    @Override
    public Collection<String> getIncludePreludes() {
        return new ArrayList<>(includePreludes);
    }

    public void addIncludePrelude(String prelude) {
        if (!includePreludes.contains(prelude)) {
            includePreludes.add(prelude);
        }
    }

    @Override
    public Collection<String> getIncludeCodas() {
        return new ArrayList<>(includeCodas);
    }

    public void addIncludeCoda(String coda) {
        if (!includeCodas.contains(coda)) {
            includeCodas.add(coda);
        }
    }
}
