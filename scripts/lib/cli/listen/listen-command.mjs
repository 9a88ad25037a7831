/** What developers run beside their own server. @type {import('../commands.mjs').Command} */
export const LISTEN = {
  name: 'listen',
  summary:
    "Send a merchant's postbacks to this machine: registers an endpoint, shows each delivery, hands it on, and removes the endpoint at the end (Ctrl-C).",
  options: [
    {
      name: 'forward',
      field: 'forward',
      meaning:
        'Where deliveries go on to, with the same body and headers; what is answered there is answered to Centavo. Otherwise each is answered with 200.',
    },
    { name: 'events', field: 'events', type: 'list', meaning: 'What to hear: kinds, `charge.*`, `*`. Otherwise all.' },
    {
      name: 'public-url',
      field: 'publicUrl',
      meaning: 'Where a tunnel to this machine begins. Needed when Centavo runs on another.',
    },
    {
      name: 'port',
      field: 'port',
      type: 'integer',
      meaning: 'Where the tunnel ends. Otherwise any port that is free.',
    },
    {
      name: 'keys',
      field: 'keys',
      meaning:
        'The merchant, as `public:secret`. Otherwise CENTAVO_KEYS, which others on the machine cannot see, else the one in `credentials.json`, for the URL in it alone.',
    },
  ],
  // What it needs is loaded for who listens.
  run: async (...parameters) => (await import('./listen.mjs')).listen(...parameters),
  examples: [
    'listen',
    'listen --forward http://localhost:4000/postbacks',
    "listen --forward http://localhost:4000/postbacks --events 'charge.*,withdrawal.completed'",
    'listen --public-url https://my-tunnel.example --port 4010 --url https://sandbox.example.com',
  ],
};
