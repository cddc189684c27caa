import { launchOptions } from '@framemill/testing/browser';
import { startFileServer } from '@framemill/testing/local-server';
import { startService } from '@framemill/testing/service';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';

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
  const server = await startFileServer((_request, response) => {
    world ??= startWorld();
    world.then(
      ({ facts }) => response.end(JSON.stringify(facts)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  project.provide('framemillStudioWorld', server.url);
  return async () => {
    await server.close();
    await (await world)?.stop();
  };
}

async function startWorld() {
  const [service, browser] = await Promise.all([
    // Webhooks and deliveries of tests go nowhere else.
    startService({ slots: 2, env: { OUTBOUND_PRIVATE_HOSTS: '127.0.0.1', OUTBOUND_PORTS: 'any' } }),
    chromium.launchServer({ ...launchOptions(), host: '127.0.0.1' }),
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
