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
    {
      name: 'packages-stand-alone',
      comment: 'They are published on their own. Only their tests use the fixtures of libs/testing.',
      severity: 'error',
      from: { path: '^packages/', pathNot: '^packages/checkout/|(\\.spec\\.ts$|/src/testing/)' },
      to: { path: '^(apps|libs)/' },
    },
    {
      name: 'the-checkout-page-takes-domain-code-only',
      comment: 'It runs in browsers, where nothing of a server belongs, and shows what the platform computes.',
      severity: 'error',
      from: { path: '^packages/checkout/' },
      to: { path: '^(apps|libs)/', pathNot: '^libs/(brazil|money)/' },
    },
    {
      name: 'tests-of-packages-use-fixtures-only',
      severity: 'error',
      from: { path: '^packages/', pathNot: '^packages/checkout/' },
      to: { path: '^(apps|libs)/', pathNot: '^libs/testing/' },
    },
    {
      name: 'platform-never-imports-packages',
      comment: 'A package is for those who call the platform.',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^packages/' },
    },
    {
      name: 'the-vault-has-one-door',
      comment:
        'The rest of payments asks vault.ts. Its tables and keys are its own, and of the command that manages them.',
      severity: 'error',
      from: { path: '^apps/payments/', pathNot: '^apps/payments/src/(vault/|manage-vault|testing/)|\\.spec\\.ts$' },
      to: {
        path: '^apps/payments/src/vault/',
        pathNot: '^apps/payments/src/vault/(vault|vault\\.module|migrations/index)\\.ts$',
      },
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
    exclude: { path: '^(dist|node_modules|packages/[^/]+/dist)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
