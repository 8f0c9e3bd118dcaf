"""Serves applications of all three environments in one server, and makes the checks of each.

The first argument is the folder of the corpus, whose check.py reads the others.  The applications, their
patches and their checks are those of the corpus; here they share one base.
"""
import sys

sys.path.insert(0, sys.argv.pop(1))
sys.dont_write_bytecode = True
import cases                                             # noqa: E402
import check                                             # noqa: E402

ENVIRONMENTS = ('ee10', 'ee9', 'ee8')


def examples():
    """Tomcat's examples for each environment: its JSP engine, tags, expressions and WebSocket API."""
    apps, checks, files = [], [], {}
    for env in ENVIRONMENTS:
        case = next(c for c in cases.CASES if c.name == 'tomcat-' + env)
        app = case.apps[0]
        name = 'examples-' + env
        apps.append(cases.App(name, env, app.source, exploded=app.exploded, patch=app.patch))
        checks += cases.tomcat('/' + name, '403' if env == 'ee9' else 'You are not authorized')
        files.update(case.files)
    return apps, checks, files


def modules():
    names = ['http', 'corpus-realm']
    for env in ENVIRONMENTS:
        socket = 'websocket-javax' if env == 'ee8' else 'websocket-jakarta'
        names += ['%s-%s' % (env, n) for n in ('deploy', 'annotations', 'jsp', 'jstl', 'plus', 'jndi', socket)]
    return names


def together():
    apps, checks, files = examples()
    apps += [cases.App('spring', 'ee10', 'build springmvc-ee10'),
             cases.App('greenmail', 'ee9', 'war com.icegreen:greenmail-webapp:2.1.7:war', patch=cases.greenmail_ports),
             cases.App('shiro', 'ee8', 'war org.apache.shiro.samples:samples-web:1.4.2:war')]
    checks += cases.spring('/spring') + cases.greenmail('/greenmail') + cases.shiro('/shiro')
    # the server takes connections before the six are deployed
    checks.insert(0, cases.GET('/examples-ee10/', 200, 'Apache Tomcat Examples', timeout=120))
    return cases.Case('three-environments', 'six applications, two of each environment', modules(), apps, checks, files=files)


cases.CASES[:] = [together()]
sys.exit(check.main())
