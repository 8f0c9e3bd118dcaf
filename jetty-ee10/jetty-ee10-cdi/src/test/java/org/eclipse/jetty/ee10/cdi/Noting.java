package org.eclipse.jetty.ee10.cdi;

import jakarta.inject.Inject;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.annotation.WebFilter;
import java.io.IOException;

/** Notes who asks. */
@WebFilter("/*")
public class Noting implements Filter {
    @Inject
    private Visitor visitor;

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        visitor.setName(request.getParameter("who"));
        chain.doFilter(request, response);
    }
}
