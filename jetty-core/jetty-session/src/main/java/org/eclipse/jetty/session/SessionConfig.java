package org.eclipse.jetty.session;

import org.eclipse.jetty.http.HttpCookie;
import org.jspecify.annotations.Nullable;

/** The settings of a context's sessions. */
public interface SessionConfig {
    /** The init parameter with the name of the cookie. */
    String __SessionCookieProperty = "org.eclipse.jetty.session.SessionCookie";

    String __DefaultSessionCookie = "JSESSIONID";

    /** The init parameter with the name of the path parameter. */
    String __SessionIdPathParameterNameProperty = "org.eclipse.jetty.session.SessionIdPathParameterName";

    String __DefaultSessionIdPathParameterName = "jsessionid";

    /** The init parameter that says whether links to other hosts are spared the session id. */
    String __CheckRemoteSessionEncodingProperty = "org.eclipse.jetty.session.CheckingRemoteSessionIdEncoding";

    /** The init parameter with the domain of the cookie. */
    String __SessionDomainProperty = "org.eclipse.jetty.session.SessionDomain";

    @Nullable
    String __DefaultSessionDomain = null;

    /** The init parameter with the path of the cookie. */
    String __SessionPathProperty = "org.eclipse.jetty.session.SessionPath";

    /** The init parameter with the age of the cookie in seconds. */
    String __MaxAgeProperty = "org.eclipse.jetty.session.MaxAge";

    /** The seconds that the cookie lives; negative for as long as the user agent runs. */
    int getMaxCookieAge();

    /** The seconds without use after which new sessions become invalid; 0 or less for never. */
    int getMaxInactiveInterval();

    /** The seconds after which the cookie is sent again; 0 or less for never. */
    int getRefreshCookieAge();

    /** The SameSite attribute of the cookie; null for that of the context. */
    HttpCookie.@Nullable SameSite getSameSite();

    @Nullable
    String getSessionComment();

    /** The name of the cookie. */
    String getSessionCookie();

    @Nullable
    String getSessionDomain();

    /** The name of the path parameter, if there is one. */
    @Nullable
    String getSessionIdPathParameterName();

    /** What stands before the id in a path: {@code ;name=}, if there is one. */
    @Nullable
    String getSessionIdPathParameterNamePrefix();

    /** The path of the cookie; null for that of the context. */
    @Nullable
    String getSessionPath();

    boolean isCheckingRemoteSessionIdEncoding();

    boolean isHttpOnly();

    boolean isPartitioned();

    /** Whether the cookie is secure on every connection. */
    boolean isSecureCookies();

    /** Whether the cookie is secure on secure connections. */
    boolean isSecureRequestOnly();

    boolean isUsingCookies();

    boolean isUsingUriParameters();

    /** The settings while they may change. */
    interface Mutable extends SessionConfig {
        void setCheckingRemoteSessionIdEncoding(boolean remote);

        void setHttpOnly(boolean value);

        void setPartitioned(boolean value);

        void setMaxCookieAge(int seconds);

        void setMaxInactiveInterval(int seconds);

        void setRefreshCookieAge(int seconds);

        void setSameSite(HttpCookie.@Nullable SameSite sameSite);

        void setSecureCookies(boolean secure);

        void setSecureRequestOnly(boolean secure);

        void setSessionComment(@Nullable String comment);

        void setSessionCookie(String name);

        void setSessionDomain(@Nullable String domain);

        void setSessionIdPathParameterName(@Nullable String name);

        void setSessionPath(@Nullable String path);

        void setUsingCookies(boolean usingCookies);

        void setUsingUriParameters(boolean usingUriParameters);

        void setSessionCache(SessionCache cache);

        void setSessionIdManager(SessionIdManager idManager);
    }
}
