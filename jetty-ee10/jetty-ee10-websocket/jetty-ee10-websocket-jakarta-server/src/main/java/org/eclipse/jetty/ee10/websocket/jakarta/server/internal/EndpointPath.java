package org.eclipse.jetty.ee10.websocket.jakarta.server.internal;

import jakarta.websocket.DeploymentException;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eclipse.jetty.http.pathmap.PathSpecGroup;
import org.eclipse.jetty.http.pathmap.UriTemplatePathSpec;

/**
 * The path of an endpoint: a URI template of level 1 (WebSocket section 3.1.1). Of templates that match a path, the one with
 * the first fixed segment from the left wins. Immutable.
 */
public final class EndpointPath extends UriTemplatePathSpec {
    private static final Pattern VARIABLE = Pattern.compile("\\{[^/]*}");

    private EndpointPath(String template) {
        super(template);
    }

    /**
     * Reads a path.
     *
     * @param owner named where the path is refused
     * @throws DeploymentException where it is no such template
     */
    public static EndpointPath of(String template, Class<?> owner) throws DeploymentException {
        try {
            if (template != null && Arrays.asList(template.split("/")).contains("..")) {
                throw new IllegalArgumentException("Path '" + template + "' (expected: without ..)");
            }
            return new EndpointPath(template);
        } catch (IllegalArgumentException x) {
            throw new DeploymentException("Endpoint " + owner.getName() + ": " + x.getMessage(), x);
        }
    }

    /** All with variables are compared segment by segment. */
    @Override
    public PathSpecGroup getGroup() {
        return getVariableCount() == 0 ? PathSpecGroup.EXACT : PathSpecGroup.MIDDLE_GLOB;
    }

    /** Returns the names of the variables. */
    public Set<String> getVariableNames() {
        return Arrays.stream(getVariables()).collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the values of the variables in a path that matches, by name. */
    public Map<String, String> values(String path) {
        Map<String, String> values = getPathParams(path);
        return values == null ? Map.of() : Map.copyOf(values);
    }

    /** Returns the template without the names of its variables: the same of those that match the same paths. */
    public String shape() {
        return VARIABLE.matcher(getDeclaration()).replaceAll("{}");
    }
}
