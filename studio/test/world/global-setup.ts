import { createServer } from 'node:http';
import { findBrowser } from '@framemill/compositor/browser';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { startService } from './service.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * URL of a local server that returns the `WorldFacts` of the test run as JSON. The first request starts the service
     * and waits until it runs.
     */
    framemillStudioWorld: string;
  }
}

/** Location of the service and the browser that all test suites of a run share. */
export interface WorldFacts {
  dataDir: string;
  /** WebSocket URL at which Playwright connects to the browser. */
  browserUrl: string;
}

/**
 * Vitest global setup of the Studio: provides one service and one browser to all test suites of a run. Both are started
 * on the first request.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let world: ReturnType<typeof startWorld> | undefined;
  const server = createServer((_request, response) => {
    world ??= startWorld();
    world.then(
      ({ facts }) => response.end(JSON.stringify(facts)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  project.provide('framemillStudioWorld', `http://127.0.0.1:${port}`);
  return async () => {
    server.close();
    await (await world)?.stop();
  };
}

async function startWorld() {
  const [service, browser] = await Promise.all([
    startService(),
    chromium.launchServer({
      executablePath: findBrowser() ?? '',
      // Root cannot have Chromium's sandbox.
      chromiumSandbox: process.getuid?.() !== 0,
      host: '127.0.0.1',
      timeout: 90_000,
    }),
  ]);
  const facts: WorldFacts = { dataDir: service.dataDir, browserUrl: browser.wsEndpoint() };
  return {
    facts,
    async stop() {
      await browser.close();
      await service.stop();
    },
  };
}
