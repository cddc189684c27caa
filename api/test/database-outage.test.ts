import { createDatabase, type Database } from '@framemill/infra';
import { forSuite } from '@framemill/testing/for-suite';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../src/app.ts';
import { startApi } from './start-api.ts';

const api = forSuite(startApi);
let projectId: string;
const account = forSuite(() => api.account());
beforeAll(async () => {
  const { body } = await api.send(account, 'POST', '/v1/projects', { name: 'Film' });
  projectId = body.project.id;
});

/** Runs `use` with an API that uses another database. `send` sends a request to that API. */
async function over<T>(
  database: Database,
  use: (
    send: (
      method: 'GET' | 'POST',
      path: string,
      body?: object,
    ) => Promise<{ status: number; code: string; wait: unknown }>,
  ) => Promise<T>,
): Promise<T> {
  const app = await buildApp({ ...api.deps, database });
  try {
    return await use(async (method, path, body) => {
      const headers = { authorization: `Bearer ${account.key}` };
      const answer = await app.inject({ method, url: path, headers, ...(body ? { payload: body } : {}) });
      return { status: answer.statusCode, code: answer.json().error?.code, wait: answer.headers['retry-after'] };
    });
  } finally {
    await app.close();
    await database.close();
  }
}

const unavailable = { status: 503, code: 'unavailable', wait: '30' };
const title = { op: 'addTextClip', text: 'One', start: 0, duration: 1 };

describe('a database without a free connection', () => {
  it('is answered with 503, whatever was asked', async () => {
    const database = createDatabase(api.services.databaseUrl, { poolSize: 1, connectMs: 2_000 });
    const { promise: freed, resolve: free } = Promise.withResolvers<void>();
    const { promise: taken, resolve: take } = Promise.withResolvers<void>();
    await over(database, async (send) => {
      // The credential is known before there is no connection left.
      expect((await send('GET', `/v1/projects/${projectId}`)).status).toBe(200);
      const holding = database.client.$transaction(
        async (tx) => {
          await tx.account.count();
          take();
          await freed;
        },
        { timeout: 30_000 },
      );
      await taken;
      const asked = [
        send('GET', `/v1/projects/${projectId}`),
        send('GET', '/v1/projects'),
        send('POST', `/v1/projects/${projectId}/commands`, { commands: [title] }),
        send('POST', '/v1/projects', { name: 'Another' }),
        send('POST', '/v1/renders', { projectId }),
      ];
      for (const answer of await Promise.all(asked)) expect(answer).toEqual(unavailable);
      free();
      await holding;
    });
  });
});

describe('an answer of the database that never comes', () => {
  it('is 503 for what only reads, and 500 for what may have changed something', async () => {
    const database = createDatabase(api.services.databaseUrl, { poolSize: 4, answerMs: 1_000 });
    await over(database, async (send) => {
      expect((await send('GET', `/v1/projects/${projectId}`)).status).toBe(200);
      await api.deps.database.client.$transaction(
        async (tx) => {
          await tx.$executeRaw`LOCK TABLE "Project" IN ACCESS EXCLUSIVE MODE`;
          const [read, write] = await Promise.all([
            send('GET', `/v1/projects/${projectId}`),
            send('POST', `/v1/projects/${projectId}/commands`, { commands: [title] }),
          ]);
          expect(read).toEqual(unavailable);
          expect(write).toMatchObject({ status: 500, code: 'internal_error' });
        },
        { timeout: 20_000 },
      );
    });
  });
});
