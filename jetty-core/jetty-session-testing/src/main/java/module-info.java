/** The contract of session stores as JUnit tests, which any store can extend. */
@SuppressWarnings("requires-automatic")
module org.eclipse.jetty.session.testing {
    requires transitive org.eclipse.jetty.session;
    requires transitive org.junit.jupiter.api;
    requires transitive org.junit.jupiter.params;
    requires java.net.http;
    requires org.assertj.core;
    requires static org.jspecify;

    exports org.eclipse.jetty.session.testing;
}
