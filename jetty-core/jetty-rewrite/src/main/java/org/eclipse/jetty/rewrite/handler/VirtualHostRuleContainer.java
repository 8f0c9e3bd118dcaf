package org.eclipse.jetty.rewrite.handler;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.handler.VirtualHosts;
import org.jspecify.annotations.Nullable;

/**
 * Applies its rules to the requests for some hosts; to all if none is named.
 *
 * <p>A host is named as those of a context: {@code www.example.com}, {@code *.example.com}, either followed by {@code @} and the name of
 * a connector, or the latter alone.
 */
public class VirtualHostRuleContainer extends RuleContainer {
    private volatile VirtualHosts virtualHosts = new VirtualHosts(List.of());

    public List<String> getVirtualHosts() {
        return virtualHosts.getNames();
    }

    /** Sets the hosts; null or empty for all. */
    public void setVirtualHosts(@Nullable List<String> hosts) {
        virtualHosts = new VirtualHosts(hosts == null ? List.of() : hosts);
    }

    public void addVirtualHost(String host) {
        List<String> names = new ArrayList<>(getVirtualHosts());
        names.add(host);
        setVirtualHosts(names);
    }

    @Override
    public @Nullable Handler matchAndApply(Handler input) throws IOException {
        VirtualHosts hosts = virtualHosts;
        boolean matches = hosts.isEmpty()
                || hosts.matches(
                        Request.getServerName(input),
                        input.getConnectionMetaData().getConnector().getName());
        return matches ? super.matchAndApply(input) : null;
    }
}
