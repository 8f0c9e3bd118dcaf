package org.eclipse.jetty.xml.internal;

import org.eclipse.jetty.util.security.Password;
import org.eclipse.jetty.xml.CheckedObject;
import org.jspecify.annotations.Nullable;

/** The passwords of a factory of TLS contexts. */
final class KeyPasswords {
    private KeyPasswords() {}

    /** Text holds keys alone, with their password or that of the store. */
    static CheckedObject.@Nullable Setting ofKeys(CheckedObject factory, CheckedObject.@Nullable Setting password) {
        CheckedObject.Setting own = factory.setting("keyManagerPassword");
        return own == null || own.text() == null ? password : own;
    }

    static char @Nullable [] characters(CheckedObject.@Nullable Setting password) {
        if (password == null || password.text() == null) {
            return null;
        }
        String text = password.text();
        return (text.startsWith(Password.__OBFUSCATE) ? Password.deobfuscate(text) : text).toCharArray();
    }
}
