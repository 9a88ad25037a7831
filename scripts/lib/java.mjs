import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Complaint } from './complaint.mjs';

const oldestMajor = 17;

/**
 * The Java to run Kafka with: `JAVA_HOME` or the one on the PATH.
 * @returns {Promise<{command: string, version: string}>}
 * @throws {Complaint} when there is none, or one that is too old
 */
export async function findJava() {
  const command = process.env.JAVA_HOME ? join(process.env.JAVA_HOME, 'bin', 'java') : 'java';
  const version = await javaVersion(command);
  if (version === null) {
    throw new Complaint(
      `Kafka needs Java ${oldestMajor} or later, and there is none here: install one (Debian: apt-get install openjdk-17-jre-headless maven) or set JAVA_HOME. \`npm start\` needs neither.`,
    );
  }
  if (Number.parseInt(version, 10) < oldestMajor) {
    throw new Complaint(
      `Kafka needs Java ${oldestMajor} or later, and ${command} is ${version}: install a newer one or set JAVA_HOME.`,
    );
  }
  return { command, version };
}

async function javaVersion(command) {
  try {
    const { stderr } = await promisify(execFile)(command, ['-version']);
    return /version "([^"]+)"/.exec(stderr)?.[1] ?? '0';
  } catch {
    return null;
  }
}
