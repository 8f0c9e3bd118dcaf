<%@ page contentType="text/html;charset=UTF-8" %><%!
    /** The same file is a page of each environment. */
    private static String thread() throws Exception {
        try {
            boolean virtual = (boolean) Thread.class.getMethod("isVirtual").invoke(Thread.currentThread());
            return virtual ? "virtual" : "platform";
        } catch (NoSuchMethodException x) {
            return "platform";
        }
    }
%><!DOCTYPE html>
<html lang="en">
<head><title><%= application.getContextPath() %></title>
<%-- for the policy of the module security-headers --%><style nonce="<%= request.getAttribute("org.eclipse.jetty.csp.nonce") %>">body { font: 1em/1.5 sans-serif; margin: 1em } td, th { text-align: left; padding-right: 1em }</style></head>
<body>
<table>
<tr><th>Servlet API</th><td id="api"><%= Servlet.class.getPackageName() %> <%= application.getMajorVersion() %>.<%= application.getMinorVersion() %></td></tr>
<tr><th>Server</th><td><%= application.getServerInfo() %></td></tr>
<tr><th>Loader</th><td id="loader"><%= application.getClassLoader().getParent().getName() %></td></tr>
<tr><th>Thread</th><td id="thread"><%= thread() %></td></tr>
</table>
</body>
</html>
