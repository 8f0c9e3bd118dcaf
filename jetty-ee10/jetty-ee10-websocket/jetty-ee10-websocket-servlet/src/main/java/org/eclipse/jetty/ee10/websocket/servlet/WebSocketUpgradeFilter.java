package org.eclipse.jetty.ee10.websocket.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.EnumSet;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHandler;
import org.eclipse.jetty.util.component.Dumpable;
import org.eclipse.jetty.websocket.core.Configuration;
import org.eclipse.jetty.websocket.core.server.WebSocketMappings;
import org.jspecify.annotations.Nullable;

/**
 * Upgrades requests to WebSocket where an endpoint is mapped to their path, and passes on all others.
 *
 * <p>It comes after the filters of descriptors, unless an application puts it into its own with a mapping, where these
 * initialisation parameters have an effect:
 *
 * <pre>
 * idleTimeout            milliseconds without traffic after which a session is closed
 * pingInterval           milliseconds without traffic after which a Ping is sent; 0 for none
 * maxTextMessageSize     bytes of UTF-8      maxBinaryMessageSize   bytes
 * maxFrameSize           bytes               maxOutgoingFrames      frames that may wait
 * inputBufferSize        bytes               outputBufferSize       bytes
 * autoFragment           true or false       maxOutgoingBytes       bytes that may wait
 * </pre>
 *
 * Thread-safe.
 */
public class WebSocketUpgradeFilter implements Filter, Dumpable {
    private final Configuration.ConfigurationCustomizer defaults = new Configuration.ConfigurationCustomizer();
    private WebSocketMappings mappings;

    public WebSocketUpgradeFilter() {}

    /** Returns the holder of the filter in a context, or null. */
    public static @Nullable FilterHolder getFilter(ServletContext servletContext) {
        ServletContextHandler context = ServletContextHandler.getServletContextHandler(servletContext);
        if (context == null) {
            return null;
        }
        for (FilterHolder holder : context.getServletHandler().getFilters()) {
            if (WebSocketUpgradeFilter.class.getName().equals(holder.getClassName())) {
                return holder;
            }
        }
        return null;
    }

    /** Returns the holder of the filter in a context, which is added for all paths if it is not there. */
    public static FilterHolder ensureFilter(ServletContext servletContext) {
        FilterHolder present = getFilter(servletContext);
        if (present != null) {
            return present;
        }
        ServletHandler handler = ServletContextHandler.getServletContextHandler(servletContext, "Servlet context")
                .getServletHandler();
        FilterHolder holder = new FilterHolder(new WebSocketUpgradeFilter());
        holder.setName(WebSocketUpgradeFilter.class.getName());
        holder.setAsyncSupported(true);
        handler.addFilterWithMapping(holder, "/*", EnumSet.of(DispatcherType.REQUEST));
        return holder;
    }

    @Override
    public void init(FilterConfig config) throws ServletException {
        mappings = WebSocketMappings.ensureMappings(
                ServletContextHandler.getServletContextHandler(config.getServletContext(), "Servlet context"));
        try {
            UpgradeParameters.apply(config, defaults);
        } catch (IllegalArgumentException x) {
            throw new ServletException("Filter " + config.getFilterName() + ": " + x.getMessage(), x);
        }
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (!(request instanceof HttpServletRequest http)
                || !(response instanceof HttpServletResponse httpResponse)
                || !ServletUpgrade.isUpgrade(http)
                || !ServletUpgrade.upgrade(mappings, null, http, httpResponse, defaults)) {
            chain.doFilter(request, response);
        }
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        Dumpable.dumpObjects(out, indent, this, mappings);
    }
}
