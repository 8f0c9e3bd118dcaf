package org.eclipse.jetty.security.jwt;

import java.io.Serializable;
import java.security.Principal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.jetty.security.jwt.internal.Claims;

/** A user, or a client without one, in whose name a token was issued. Immutable. */
public class JwtUserPrincipal implements Principal, Serializable {
    private static final long serialVersionUID = 1L;

    private final String name;
    private final LinkedHashMap<String, Object> claims;

    JwtUserPrincipal(String name, Map<String, Object> claims) {
        this.name = name;
        this.claims = new LinkedHashMap<>(Claims.copy(claims));
    }

    @Override
    public String getName() {
        return name;
    }

    /** Returns the claims of the token, or what its provider says of it. Nothing in them can be changed. */
    public Map<String, Object> getClaims() {
        return Collections.unmodifiableMap(claims);
    }

    @Override
    public String toString() {
        return name;
    }
}
