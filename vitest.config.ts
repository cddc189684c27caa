import { defineConfig } from 'vitest/config';

const packages = ['timeline', 'compositor', 'infra', 'scheduler', 'farm', 'api', 'benchmarks'];

export default defineConfig({
  test: {
    projects: packages.map((name) => ({
      test: { name, root: name, include: ['src/**/*.test.ts', 'test/**/*.test.ts'], passWithNoTests: true },
    })),
  },
});
