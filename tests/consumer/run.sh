#!/usr/bin/env bash
# A project outside the tree uses what "deploy" publishes: its local repository begins empty, finds this project's artifacts in
# a file repository only, and others' where Maven has them on this machine. It compiles the programs of the programming guide,
# and the test of the guide runs them with its class path. A second project names relocated artifacts, a third one uses the plugins of Maven. Needs what `mvn verify` has made; no network.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
served=
trap '[ -z "$served" ] || kill "$served" 2>/dev/null || true; rm -rf "$work"' EXIT
cd "$root"
version=$(sed -n 's:^  <version>\(.*\)</version>$:\1:p' pom.xml | head -n 1)
cache=${MAVEN_LOCAL_REPOSITORY:-$HOME/.m2/repository}
used=org.eclipse.jetty:jetty-bom,org.eclipse.jetty.ee10:jetty-ee10-bom,org.eclipse.jetty:jetty-slf4j-impl
used+=,org.eclipse.jetty.ee10:jetty-ee10-webapp,org.eclipse.jetty.websocket:jetty-websocket-jetty-server
used+=,org.eclipse.jetty.ee10.websocket:jetty-ee10-websocket-jakarta-server
used+=,org.eclipse.jetty:jetty-alpn-java-server,org.eclipse.jetty.http2:jetty-http2-server
used+=,org.eclipse.jetty.http2:jetty-http2-client-transport,org.eclipse.jetty:jetty-openid,org.eclipse.jetty:jetty-jwt
# names that lead to other artifacts, which a relocation does not make a build bring along
for ee in ee8 ee9; do
  for name in bom nested security servlet; do used+=,org.eclipse.jetty.$ee:jetty-$ee-$name; done
done
used+=,org.eclipse.jetty.ee10:jetty-ee10-maven-plugin,org.eclipse.jetty.ee10:jetty-ee10-jspc-maven-plugin

# compiles again only what is newer than its classes; otherwise Maven takes each module for changed, because the jars of others are new
compiled=-Dmaven.compiler.useIncrementalCompilation=false

echo "Deploying $version to a file repository"
mvn -B -ntp -q deploy -T 2 -DskipTests -Dspotless.check.skip "$compiled" -pl "$used" -am \
  -DaltDeploymentRepository=staged::file://"$work/staged"

cat >"$work/settings.xml" <<END
<settings>
  <mirrors>
    <mirror><id>machine</id><mirrorOf>central</mirrorOf><url>file://$cache</url></mirror>
  </mirrors>
  <profiles>
    <profile>
      <id>staged</id>
      <repositories>
        <repository><id>staged</id><url>file://$work/staged</url><snapshots><enabled>true</enabled></snapshots></repository>
      </repositories>
      <pluginRepositories>
        <pluginRepository><id>staged</id><url>file://$work/staged</url><snapshots><enabled>true</enabled></snapshots></pluginRepository>
      </pluginRepositories>
    </profile>
  </profiles>
  <activeProfiles><activeProfile>staged</activeProfile></activeProfiles>
</settings>
END

echo "Compiling the programs of the guide against it"
mkdir -p "$work/project/src/main/java"
cp tests/consumer/pom.xml "$work/project/"
# a block begins with "```java", and is named for its public class
awk -v to="$work/project/src/main/java" '
  /^```java$/ { inside = 1; text = ""; next }
  /^```$/ && inside { inside = 0; print text > (to "/" name ".java"); next }
  inside { text = text $0 "\n" }
  inside && match($0, /public class [A-Za-z0-9]+/) { name = substr($0, RSTART + 13, RLENGTH - 13) }
' docs/programming-guide.md
(cd "$work/project" && mvn -B -ntp -q -s "$work/settings.xml" -Dmaven.repo.local="$work/local" -Djetty.version="$version" compile)
grep -q "$work/local/org/eclipse/jetty/jetty-server/" "$work/project/target/class-path"

echo "Running them"
mvn -B -ntp -q -o test -T 2 "$compiled" -Denforcer.skip -Dbnd.skip -pl tests -am \
  -Dtest=ProgrammingGuideTest -Dsurefire.failIfNoSpecifiedTests=false \
  -Dtests.guide.class.path="$(cat "$work/project/target/class-path")"
echo "The programs of the guide run on what is published."

echo "Compiling a program that names artifacts that were relocated"
cp -r tests/consumer/relocated "$work/relocated"
(cd "$work/relocated" && mvn -B -ntp -q -s "$work/settings.xml" -Dmaven.repo.local="$work/local" -Djetty.version="$version" compile)
relocated=$(tr : '\n' <"$work/relocated/target/class-path" | sed -n 's:.*/\(jetty-ee[0-9]*-[a-z]*\)-[^/]*\.jar$:\1:p' | sort | tr '\n' ' ')
if [ "$relocated" != "jetty-ee8-servlet jetty-ee9-servlet " ]; then
  echo "The relocated names lead to: $relocated(expected: jetty-ee8-servlet jetty-ee9-servlet)" >&2
  exit 1
fi
echo "The relocated names lead to the artifacts that have their packages."

echo "Running a web application by the plugins"
cp -r tests/consumer/webapp "$work/webapp"
cd "$work/webapp"
mvn -B -ntp -s "$work/settings.xml" -Dmaven.repo.local="$work/local" -Djetty.version="$version" \
  jetty:effective-web-xml jetty:run -Djetty.http.port=0 >"$work/output" 2>&1 </dev/null &
served=$!
port=
for _ in $(seq 1200); do
  port=$(sed -n 's/.*Started the server at port \([0-9]*\).*/\1/p' "$work/output")
  if [ -n "$port" ] || ! kill -0 "$served" 2>/dev/null; then break; fi
  sleep 0.1
done
expect() {
  if [ "$2" != "$3" ]; then
    cat "$work/output"
    echo "$1: $2 (expected: $3)" >&2
    exit 1
  fi
}
expect "jetty:run" "${port:+started}" started
expect /hello "$(curl -s "http://localhost:$port/hello")" Hello
expect /page.jsp "$(curl -s "http://localhost:$port/page.jsp")" 42
expect "jspc" "$(ls target/classes/org/apache/jsp)" page_jsp.class
expect "the descriptor of jspc" "$(grep -c '<servlet-class>org.apache.jsp.page_jsp<' target/web.xml)" 1
expect "effective-web-xml" "$(grep -c '<servlet-class>com.example.Hello<' target/effective-web.xml)" 1
echo "The plugins run as they are published."
