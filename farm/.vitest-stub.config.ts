import { defineConfig } from 'vitest/config';
export default defineConfig({
  resolve: { alias: { '@framemill/timeline': '/tmp/farm-stub/timeline.ts' } },
  test: {
    name: 'farm',
    root: '/work/main/farm',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['/work/main/infra/src/testing/global-setup.ts'],
    testTimeout: 20000,
    hookTimeout: 30000,
  },
});
