package com.example.hello;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;

/** Takes files in {@code multipart/form-data}, keeps none, and shows the size and the SHA-256 digest of each. */
public final class UploadServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        String type = request.getContentType();
        if (type == null || !type.startsWith("multipart/form-data")) {
            response.sendError(HttpServletResponse.SC_UNSUPPORTED_MEDIA_TYPE, "expected multipart/form-data");
            return;
        }
        Collection<Part> parts;
        try {
            parts = request.getParts();
        } catch (IllegalStateException x) {
            response.sendError(HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE, "at most 10 MB for a file");
            return;
        }
        try (Page page = new Page(request, response, "Upload")) {
            for (Part part : parts) {
                if (part.getSubmittedFileName() != null) {
                    page.paragraph(
                            part.getSubmittedFileName() + ": " + part.getSize() + " bytes, SHA-256 " + digest(part));
                    part.delete();
                }
            }
        }
    }

    private static String digest(Part part) throws IOException, ServletException {
        try (InputStream content = part.getInputStream()) {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            byte[] buffer = new byte[8192];
            for (int length = content.read(buffer); length >= 0; length = content.read(buffer)) {
                sha256.update(buffer, 0, length);
            }
            return HexFormat.of().formatHex(sha256.digest());
        } catch (NoSuchAlgorithmException x) {
            throw new ServletException("every Java platform has SHA-256", x);
        }
    }
}
