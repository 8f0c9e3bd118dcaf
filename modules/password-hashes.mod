[description]
Password hashes by Argon2, bcrypt and scrypt, by Bouncy Castle; PBKDF2 needs no module.

[tags]
3rdparty
security
bouncycastle

[depends]
security

[license]
Bouncy Castle is the Legion of the Bouncy Castle's, under the MIT licence:
https://www.bouncycastle.org/about/license/

[files]
maven://org.bouncycastle/bcprov-jdk18on/${bouncycastle.version}|lib/bouncycastle/bcprov-jdk18on-${bouncycastle.version}.jar

[lib]
lib/bouncycastle/bcprov-jdk18on-${bouncycastle.version}.jar

[ini]
bouncycastle.version?=@bouncycastle.version@
