[description]
Sends clients, with the certificate, the answer of its authority that it was not revoked (OCSP stapling), where the certificate names a responder.

[tags]
connector
ssl

[depends]
server
ssl-context

[xml]
etc/jetty-ocsp-stapling.xml
