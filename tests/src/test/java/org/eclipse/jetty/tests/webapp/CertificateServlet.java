package org.eclipse.jetty.tests.webapp;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.cert.X509Certificate;

/** Answers with the subject of the client's certificate, or "nobody". */
public final class CertificateServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        X509Certificate[] chain = (X509Certificate[]) request.getAttribute("jakarta.servlet.request.X509Certificate");
        String client =
                chain == null ? "nobody" : chain[0].getSubjectX500Principal().getName();
        response.setContentType("text/plain");
        response.getWriter().print("[" + client + " secure=" + request.isSecure() + "]");
    }
}
