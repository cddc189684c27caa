import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The packages whose tests need a database: one PostgreSQL is started for a whole run. */
const withServices = ['infra', 'scheduler', 'farm', 'api', 'benchmarks'];
const packages = ['timeline', 'compositor', ...withServices];
const globalSetup = fileURLToPath(new URL('infra/src/testing/global-setup.ts', import.meta.url));

export default defineConfig({
  test: {
    projects: packages.map((name) => ({
      test: {
        name,
        root: name,
        include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'bootstrap/**/*.test.ts'],
        passWithNoTests: true,
        ...(withServices.includes(name)
          ? { globalSetup: [globalSetup], testTimeout: 20_000, hookTimeout: 30_000 }
          : {}),
      },
    })),
  },
});
