const lib = (name) => [`^@centavo/${name}$`, `<rootDir>/libs/${name}/src/index.ts`];
const libs = ['brazil', 'contracts', 'messaging', 'money', 'persistence', 'runtime', 'service', 'testing'];

export default {
  rootDir: import.meta.dirname,
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/packages', '<rootDir>/test'],
  testMatch: ['**/*.spec.ts'],
  moduleNameMapper: {
    ...Object.fromEntries(libs.map(lib)),
    '^@centavo/tokenizer$': '<rootDir>/packages/tokenizer/src/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        swcrc: false,
        sourceMaps: 'inline',
        module: { type: 'es6' },
        jsc: {
          target: 'es2024',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
          keepClassNames: true,
        },
      },
    ],
  },
  globalSetup: '<rootDir>/libs/testing/src/jest-global-setup.mjs',
  globalTeardown: '<rootDir>/libs/testing/src/jest-global-teardown.mjs',
  testTimeout: 300_000,
};
