[description]
Makes example files of settings for all applications of the "core" environment.

[tags]
deployment

[depends]
deployment-scanner

[files]
basehome:modules/deployment.d/core-environment.properties|environments/core-environment.properties
basehome:modules/deployment.d/core-environment.xml|environments/core-environment.xml
