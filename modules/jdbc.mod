[description]
Brings the API of databases (java.sql) to a server that runs on the module path.

[tags]
jpms

[jpms]
add-modules: java.sql
