import { execFile, type ExecFileException } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { inRoot } from '../../scripts/lib/paths.mjs';

const PATIENCE_MS = 600_000;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

const execute = promisify(execFile);

/** A Docker Compose project of its own, made from the checkout as it is, and from nothing that its `.env` says. */
export class ComposeProject {
  readonly #settings: Readonly<Record<string, string>>;

  /** @param settings variables of docker-compose.yml */
  constructor(
    readonly name: string,
    settings: Readonly<Record<string, string>>,
  ) {
    this.#settings = { COMPOSE_PROJECT_NAME: name, COMPOSE_ENV_FILES: '/dev/null', ...settings };
  }

  /** The same containers with other settings. */
  with(settings: Readonly<Record<string, string>>): ComposeProject {
    return new ComposeProject(this.name, { ...this.#settings, ...settings });
  }

  get environment(): NodeJS.ProcessEnv {
    const { PATH, HOME, DOCKER_HOST, DOCKER_CONFIG, DOCKER_CONTEXT } = process.env;
    return { PATH, HOME, DOCKER_HOST, DOCKER_CONFIG, DOCKER_CONTEXT, ...this.#settings };
  }

  /** `docker compose …`. @returns its standard output */
  compose(...args: readonly string[]): Promise<string> {
    return this.docker('compose', '--progress', 'quiet', ...args);
  }

  /** `docker …`. @throws Error with what it said */
  docker(...args: readonly string[]): Promise<string> {
    return this.run('docker', args);
  }

  /** Any command, in the checkout and with the project's settings. */
  async run(command: string, args: readonly string[] = []): Promise<string> {
    try {
      const { stdout } = await execute(command, args, {
        cwd: inRoot(),
        env: this.environment,
        timeout: PATIENCE_MS,
        maxBuffer: MAX_OUTPUT_BYTES,
      });
      return stdout.trim();
    } catch (error) {
      const { stderr, stdout } = error as ExecFileException;
      throw new Error(`${command} ${args.join(' ')}\n${stdout}\n${stderr}`, { cause: error });
    }
  }

  async containers(service: string): Promise<string[]> {
    return (await this.compose('ps', '--quiet', service)).split('\n').filter(Boolean);
  }

  /** Of the one container of a service. @param format a Go template */
  async inspect(service: string, format: string): Promise<string[]> {
    const containers = await this.containers(service);
    return (await this.docker('inspect', '--format', format, ...containers)).split('\n');
  }

  async addressOf(service: string): Promise<string> {
    const network = `${this.name}_inside`;
    const [address] = await this.inspect(service, `{{(index .NetworkSettings.Networks "${network}").IPAddress}}`);
    return address!;
  }

  /** An address of this machine that the services reach. */
  hostAddress(): Promise<string> {
    return this.docker('network', 'inspect', '--format', '{{(index .IPAM.Config 0).Gateway}}', `${this.name}_outside`);
  }

  /** As `--scale` does it; waits until all of them are healthy. */
  async scale(service: string, count: number): Promise<void> {
    const options = [
      '--detach',
      '--wait',
      '--no-deps',
      '--no-build',
      '--no-recreate',
      '--scale',
      `${service}=${count}`,
    ];
    await this.compose('up', ...options, service);
  }

  /** Everything of it goes, data and secrets too. */
  async remove(): Promise<void> {
    await this.compose('down', '--volumes', '--remove-orphans', '--timeout', '5');
  }
}

/** Every service of ours in docker-compose.yml that may run more than once. */
export const SCALED_SERVICES = [
  ...readFileSync(inRoot('docker-compose.yml'), 'utf8').matchAll(/\$\{(\w+)_REPLICAS/g),
].map(([, name]) => name!.toLowerCase());
