// Preloaded into the platform while it is tried: generated addresses of postbacks may be anybody's, and nothing may go there.
import dns from 'node:dns/promises';
import net from 'node:net';

for (const method of ['resolve4', 'resolve6']) {
  dns.Resolver.prototype[method] = (name) => Promise.reject(Object.assign(new Error(name), { code: 'ENOTFOUND' }));
}

/** Nobody listens there: what would have gone elsewhere is refused, the way the network refuses. */
const NOBODY = { host: '127.0.0.1', port: 1 };

const connect = Object.getOwnPropertyDescriptor(net.Socket.prototype, 'connect').value;
net.Socket.prototype.connect = function connectHere(...parameters) {
  const [options, onConnect] = parameters.flat();
  if (options.path || isHere(options.host ?? 'localhost')) return connect.apply(this, parameters);
  return connect.call(this, { ...options, ...NOBODY }, onConnect);
};

const isHere = (host) => host === 'localhost' || host === '::1' || host.startsWith('127.');
