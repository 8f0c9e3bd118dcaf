[description]
Deploys what lies in $JETTY_BASE/webapps, with what $JETTY_BASE/environments says.

[tags]
deployment

[depends]
server
deployer

[files]
webapps/
environments/

[lib]
lib/jetty-deploy-${jetty.version}.jar

[xml]
etc/jetty-deployment-scanner.xml

[ini-template]
### Deployment scanner
## The directory of the applications, relative to $JETTY_BASE.
# jetty.deploy.webappsDir=webapps

## The directory of the settings of environments, relative to $JETTY_BASE.
# jetty.deploy.environmentsDir=environments

## Seconds between two scans for changed, new and removed applications, and for which what changed must rest to be taken;
## 0 scans once at the start.
# jetty.deploy.scanInterval=0

## Whether the first scan waits until the server has started.
# jetty.deploy.deferInitialScan=false

## Whether the server does not start when one of the applications of the first scan does not.
# jetty.deploy.failFast=false

## How many applications are started at a time; 0 for as many as there are processors, 1 for one after the other, in the
## order of their names.
# jetty.deploy.startThreads=0

## How many earlier versions of each application are kept, to roll back to; 0 for none. Those of directories are not kept.
# jetty.deploy.keptVersions=0

## The directory of kept versions, relative to $JETTY_BASE; made when the first one is kept.
# jetty.deploy.versionsDir=versions

## Milliseconds between two looks for versions of an application (shop##1 beside shop##2) that no client has a session of any
## more, and that are undeployed then; 0 to keep them.
# jetty.deploy.retireInterval=10000
