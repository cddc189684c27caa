import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { packages, SlowestFirst } from './infra/bootstrap/test/slowest-first.ts';

const globalSetup = fileURLToPath(new URL('testing/src/global-setup.ts', import.meta.url));
/** Path of the Studio's global setup, which starts one service and one browser for all its test suites. */
const studioSetup = fileURLToPath(new URL('studio/test/world/global-setup.ts', import.meta.url));

/** Packages whose tests need a database. */
const withServices = new Set(['infra', 'api', 'benchmarks', 'scheduler', 'farm']);
/** Test tags. `npm test` skips tests tagged `full`; see docs/tests.md. */
const tags = [{ name: 'full', description: 'Runs only in `npm run test:all`.' }];
/**
 * Maximum number of test files that run at a time. Many wait for processes while others compute, so it is twice the
 * cores of a two-core machine. With six, the processes of the farm's tests take each other's time.
 */
const maxWorkers = 4;

export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    projects: packages.map((name) => ({
      test: {
        name,
        root: name,
        include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'bootstrap/**/*.test.ts'],
        passWithNoTests: true,
        tags,
        maxWorkers,
        // One process runs many files: loading the codec library, the schemas and the database client anew for each
        // took a quarter of the time.
        isolate: false,
        // Node runs the sources as they are, as in production. Through Vite's runner each use of an import is a call.
        experimental: { viteModuleRunner: false, nodeLoader: false },
        // Twenty times what a quiet machine needs at most: tests wait for events, and what is about time is measured in
        // benchmarks.
        testTimeout: 400_000,
        expect: { poll: { timeout: 200_000 } },
        hookTimeout: 600_000,
        // One PostgreSQL is started for a whole run.
        ...(withServices.has(name) ? { globalSetup: [globalSetup] } : {}),
        ...(name === 'studio' ? { globalSetup: [studioSetup] } : {}),
      },
    })),
  },
});
