/** What operators run, by its script in package.json, and the service of docker-compose.yml that it is there. */
const COMPOSE_SERVICES = { vault: 'vault', secrets: 'secrets-key' } as const;

/**
 * What starts one of the programs of operators here, for messages that name it.
 * @param name its script in package.json; the image, which has no npm, says by `OPERATED_BY` that compose starts it
 */
export const operatorCommand = (name: keyof typeof COMPOSE_SERVICES): string =>
  process.env['OPERATED_BY'] === 'compose' ? `docker compose run --rm ${COMPOSE_SERVICES[name]}` : `npm run ${name} --`;
