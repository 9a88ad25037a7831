import { FieldRule } from './fields.js';

const HTTP = /^https?:$/;
/** Whoever writes such a host into a header or a policy writes nothing but a host. The parser lets more through than any name has. */
const HOST = /^[A-Za-z0-9.:_\-[\]]+$/;

/** On an address that somebody is shown or led to. That it be https is the deployment's matter. */
export const HttpUrl = (): PropertyDecorator =>
  FieldRule(
    'isHttpUrl',
    (value) => typeof value !== 'string' || isPlainHttpUrl(value),
    'must be an absolute http or https URL without user and password',
  );

function isPlainHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, host, username, password } = new URL(text);
  return HTTP.test(protocol) && HOST.test(host) && username === '' && password === '';
}
