package org.eclipse.jetty.security.openid.internal;

import com.nimbusds.jose.util.JSONObjectUtils;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.AbstractMap;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.security.jwt.internal.Claims;
import org.eclipse.jetty.security.jwt.internal.InvalidTokenException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The answer of a token endpoint, whose serial form is encrypted. Immutable.
 *
 * <p>It is empty after it was read where the key is not known. Its text form has names and no values, so that no log gets tokens.
 */
public final class SealedMap extends AbstractMap<String, Object> implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(SealedMap.class);

    private byte @Nullable [] sealed;
    private transient @Nullable TokenCipher cipher;
    private transient volatile @Nullable Map<String, Object> values;

    /** @param values members of a JSON object */
    public SealedMap(Map<String, Object> values, TokenCipher cipher) {
        this.values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        this.cipher = cipher;
    }

    @Override
    public Set<Entry<String, Object>> entrySet() {
        Map<String, Object> open = values;
        if (open == null) {
            open = open();
            values = open;
        }
        return open.entrySet();
    }

    private Map<String, Object> open() {
        assert sealed != null : "see readObject";
        try {
            String json = new String(TokenCipher.decrypt(sealed), StandardCharsets.UTF_8);
            return Collections.unmodifiableMap(Claims.parse(json, "the stored answer"));
        } catch (IOException | InvalidTokenException x) {
            LOG.warn("Tokens of a session cannot be read: {}", x.getMessage());
            return Map.of();
        }
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
        if (cipher != null) {
            sealed = cipher.encrypt(JSONObjectUtils.toJSONString(values).getBytes(StandardCharsets.UTF_8));
        }
        out.defaultWriteObject();
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        if (sealed == null) {
            throw new IOException("no encrypted tokens");
        }
    }

    @Override
    public String toString() {
        return keySet().toString();
    }
}
