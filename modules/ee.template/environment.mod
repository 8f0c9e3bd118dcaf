[description]
Makes example files of settings for all web applications of the @ee@ environment.

[tags]
deployment

[depends]
@ee@-deploy

[files]
basehome:modules/deployment.d/@ee@-environment.properties|environments/@ee@-environment.properties
basehome:modules/deployment.d/@ee@-environment.xml|environments/@ee@-environment.xml
