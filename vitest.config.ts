import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const globalSetup = fileURLToPath(new URL('infra/src/testing/global-setup.ts', import.meta.url));

/** Packages whose tests run side by side, one group after the other; at most `workers` files at a time. */
const groups = [
  { packages: ['timeline', 'compositor'], workers: 2, hasServices: false },
  { packages: ['infra', 'api', 'benchmarks', 'scheduler', 'farm'], workers: 3, hasServices: true },
];

export default defineConfig({
  test: {
    projects: groups.flatMap(({ packages, workers, hasServices }, order) =>
      packages.map((name) => ({
        test: {
          name,
          root: name,
          include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'bootstrap/**/*.test.ts'],
          passWithNoTests: true,
          maxWorkers: workers,
          sequence: { groupOrder: order },
          // One process runs many files: loading the codec library, the schemas and the database client anew for each took a quarter of the time.
          isolate: false,
          testTimeout: 20_000,
          // For what names no time of its own: the default of a second is less than a busy machine may need.
          expect: { poll: { timeout: 10_000 } },
          hookTimeout: 30_000,
          // One PostgreSQL is started for a whole run.
          ...(hasServices ? { globalSetup: [globalSetup] } : {}),
        },
      })),
    ),
  },
});
