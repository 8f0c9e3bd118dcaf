package org.eclipse.jetty.ee10.annotations;

import jakarta.annotation.sql.DataSourceDefinition;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.jetty.ee10.plus.webapp.DataSources;
import org.eclipse.jetty.ee10.webapp.WebAppContext;

/** Makes data sources that annotations define, unless a descriptor does (Jakarta EE platform section 5.18). Stateless. */
final class DataSourceAnnotations {
    private DataSourceAnnotations() {}

    static void define(WebAppContext context, Class<?> type, DataSourceDefinition definition) {
        DataSources dataSources = context.getBean(DataSources.class);
        if (dataSources == null || dataSources.isDefined(definition.name())) {
            return;
        }
        String place = "@DataSourceDefinition " + definition.name() + " on " + type.getName();
        Map<String, String> properties = new LinkedHashMap<>();
        for (String property : definition.properties()) {
            int equals = property.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException(place + ": property: " + property + " (expected: name=value)");
            }
            properties.put(
                    property.substring(0, equals).trim(),
                    property.substring(equals + 1).trim());
        }
        try {
            dataSources.define(definition.name(), definition.className(), settings(definition), properties);
        } catch (Exception x) {
            throw new IllegalArgumentException(place + ": " + x.getMessage(), x);
        }
    }

    /** The elements that differ from their defaults. */
    private static Map<String, String> settings(DataSourceDefinition definition) {
        Map<String, String> settings = new LinkedHashMap<>();
        text(settings, "url", definition.url());
        text(settings, "user", definition.user());
        text(settings, "password", definition.password());
        text(settings, "databaseName", definition.databaseName());
        if (definition.url().isEmpty() && !definition.databaseName().isEmpty()) {
            text(settings, "serverName", definition.serverName());
        }
        number(settings, "portNumber", definition.portNumber());
        number(settings, "isolationLevel", definition.isolationLevel());
        number(settings, "initialPoolSize", definition.initialPoolSize());
        number(settings, "maxPoolSize", definition.maxPoolSize());
        number(settings, "minPoolSize", definition.minPoolSize());
        number(settings, "maxIdleTime", definition.maxIdleTime());
        number(settings, "maxStatements", definition.maxStatements());
        if (definition.loginTimeout() > 0) {
            number(settings, "loginTimeout", definition.loginTimeout());
        }
        return settings;
    }

    private static void text(Map<String, String> settings, String name, String value) {
        if (!value.isEmpty()) {
            settings.put(name, value);
        }
    }

    private static void number(Map<String, String> settings, String name, int value) {
        if (value >= 0) {
            settings.put(name, Integer.toString(value));
        }
    }
}
