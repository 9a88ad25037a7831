import { dirname, join } from 'node:path';
import { run } from './process.mjs';

/** Of the files that hold the broker's key; they lie in its own folder. */
const STORE_PASSWORD = 'centavo';

/**
 * Makes clients of a broker encrypt and sign in: by PLAIN, or by SCRAM once {@link scramArguments} were given to the formatting.
 * @param {{username: string, password: string}} signIn
 * @returns {Promise<{properties: string, authorityFile: string}>} lines for its configuration, and the certificate that clients must trust
 */
export async function secureBroker(folder, javaCommand, { username, password }) {
  const [store, authorityFile] = [join(folder, 'broker.p12'), join(folder, 'authority.pem')];
  const keytool = (...args) =>
    run(
      join(dirname(javaCommand), 'keytool'),
      [...args, '-alias', 'broker', '-keystore', store, '-storepass', STORE_PASSWORD],
      {
        name: 'Making a certificate for Kafka',
      },
    );
  const names = ['-dname', 'CN=127.0.0.1', '-ext', 'SAN=ip:127.0.0.1,dns:localhost', '-validity', '2'];
  await keytool('-genkeypair', '-keyalg', 'RSA', '-storetype', 'PKCS12', ...names);
  await keytool('-exportcert', '-rfc', '-file', authorityFile);
  const properties = `
listener.security.protocol.map=PLAINTEXT:SASL_SSL,CONTROLLER:PLAINTEXT
ssl.keystore.type=PKCS12
ssl.keystore.location=${store}
ssl.keystore.password=${STORE_PASSWORD}
ssl.truststore.type=PEM
ssl.truststore.location=${authorityFile}
sasl.enabled.mechanisms=PLAIN,SCRAM-SHA-256,SCRAM-SHA-512
sasl.mechanism.inter.broker.protocol=PLAIN
listener.name.plaintext.plain.sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required \\
  username="${username}" password="${password}" user_${username}="${password}";
listener.name.plaintext.scram-sha-256.sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required;
listener.name.plaintext.scram-sha-512.sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required;
`;
  return { properties, authorityFile };
}

/** For the tool that formats a data folder: the broker keeps such credentials in its data. */
export const scramArguments = ({ username, password }) =>
  ['SCRAM-SHA-256', 'SCRAM-SHA-512'].flatMap((mechanism) => [
    '--add-scram',
    `${mechanism}=[name=${username},password=${password}]`,
  ]);
