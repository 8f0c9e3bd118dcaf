package org.eclipse.jetty.ee10.security.jaspi;

import jakarta.security.auth.message.MessageInfo;
import jakarta.security.auth.message.MessagePolicy;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The request and the response of one exchange, as an authentication module sees and may wrap them (Jakarta Authentication 3.0, section
 * 3.8). It belongs to one request for ever. Confined to the thread that handles the request.
 */
public class JaspiMessageInfo implements MessageInfo {
    /** The key of {@code "true"} where the request needs a user. */
    public static final String MANDATORY_KEY = MessagePolicy.class.getName() + ".isMandatory";

    /** The key by which a module gives what {@link HttpServletRequest#getAuthType()} returns. */
    public static final String AUTH_METHOD_KEY = HttpServletRequest.class.getPackageName() + ".authType";

    /** The key of {@code "true"} by which a module asks for the login to be kept in the session. */
    public static final String REGISTER_SESSION_KEY = HttpServletRequest.class.getPackageName() + ".registerSession";

    private final Map<String, Object> map = new HashMap<>();
    private final boolean mandatory;
    private Object request;
    private Object response;

    public JaspiMessageInfo(HttpServletRequest request, HttpServletResponse response, boolean mandatory) {
        this.request = request;
        this.response = response;
        this.mandatory = mandatory;
        if (mandatory) {
            map.put(MANDATORY_KEY, "true");
        }
    }

    @Override
    public Map<String, Object> getMap() {
        return map;
    }

    @Override
    public Object getRequestMessage() {
        return request;
    }

    @Override
    public Object getResponseMessage() {
        return response;
    }

    @Override
    public void setRequestMessage(Object message) {
        request = message;
    }

    @Override
    public void setResponseMessage(Object message) {
        response = message;
    }

    /** The authentication type that the module has given; null if it gave none. */
    public @Nullable String getAuthMethod() {
        return map.get(AUTH_METHOD_KEY) instanceof String type ? type : null;
    }

    /** Whether the request needs a user, whatever the module made of the map. */
    public boolean isAuthMandatory() {
        return mandatory;
    }

    /** Whether the module asks for the login to be kept in the session. */
    public boolean isSessionRegistered() {
        return map.get(REGISTER_SESSION_KEY) instanceof String register && Boolean.parseBoolean(register);
    }
}
