[description]
Adds the response fields by which browsers protect pages, where the application has not set them.

[tags]
server
handler

[depends]
server

[xml]
etc/jetty-security-headers.xml

[ini-template]
### Security headers
## Each is left out where the value is empty. The defaults let pages load from their own origin only.

## Content-Security-Policy. {nonce} is a source with the value of the request attribute org.eclipse.jetty.csp.nonce,
## {style} the style of the server's own pages.
# jetty.securityHeaders.contentSecurityPolicy=default-src 'self'; script-src 'self' {nonce}; style-src 'self' {nonce} {style}; img-src 'self' data:; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'

## Whether browsers only report violations of the policy, to try it out.
# jetty.securityHeaders.reportOnly=false

## X-Content-Type-Options
# jetty.securityHeaders.contentTypeOptions=nosniff

## X-Frame-Options
# jetty.securityHeaders.frameOptions=SAMEORIGIN

## Referrer-Policy
# jetty.securityHeaders.referrerPolicy=same-origin

## Permissions-Policy
# jetty.securityHeaders.permissionsPolicy=accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()

## Cross-Origin-Opener-Policy
# jetty.securityHeaders.crossOriginOpenerPolicy=same-origin

## Cross-Origin-Embedder-Policy
# jetty.securityHeaders.crossOriginEmbedderPolicy=require-corp

## Cross-Origin-Resource-Policy
# jetty.securityHeaders.crossOriginResourcePolicy=same-origin

## Strict-Transport-Security, of responses over TLS only. Browsers then refuse clear text of this host for that many seconds.
# jetty.securityHeaders.strictTransportSecurity=max-age=31536000

## Paths, separated by commas, whose responses get none of them.
# jetty.securityHeaders.exclude.path=
