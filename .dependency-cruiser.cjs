/** The direction of every import. `npm run check` enforces it. */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'apps-never-import-each-other',
      comment: 'Apps talk over the bus. Only standalone, which is all of them in one process, starts the others.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/', pathNot: '^apps/standalone/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    { name: 'libs-never-import-apps', severity: 'error', from: { path: '^libs/' }, to: { path: '^apps/' } },
    {
      name: 'domain-stands-alone',
      comment:
        'Domain code (libs/money, libs/brazil and every *.domain.ts) knows neither Nest nor a database nor the bus.',
      severity: 'error',
      from: { path: '^libs/(money|brazil)/|\\.domain\\.ts$' },
      to: { path: 'node_modules/(@nestjs|typeorm|pg|kafkajs)|^libs/(persistence|messaging|service|runtime)/' },
    },
    {
      name: 'kafkajs-behind-the-port',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: '^libs/messaging/src/kafka/' },
      to: { path: 'node_modules/kafkajs' },
    },
    {
      name: 'testing-only-in-tests',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: '(\\.spec\\.ts$|^libs/testing/|/src/testing/)' },
      to: { path: '^libs/testing/' },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|node_modules)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
