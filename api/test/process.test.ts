import { once } from 'node:events';
import { connect } from 'node:net';
import { createDatabase } from '@framemill/infra';
import { forSuite } from '@framemill/testing/for-suite';
import { spawnOn, startApiProcess } from '@framemill/testing/program';
import { testServices } from '@framemill/testing/services';
import { expect, it } from 'vitest';
import { resealSecrets } from '../src/secrets/reseal-secrets.ts';
import { createSecretBox } from '../src/secrets/secret-box.ts';

const services = forSuite(testServices);

it('listens, serves health and metrics, and ends with 0 at SIGTERM when its last call has ended', async () => {
  const { address, metricsPort, ...api } = await startApiProcess(services, { SECRETS_KEY: '' });
  expect(api.output()).toMatch(
    /"level":"?(40|warn)"?.*SECRETS_KEY is not set: the secrets of .* are stored unencrypted/,
  );
  const refused = await fetch(`${address}/v1/me`);
  const { error } = JSON.parse(await refused.text());
  // Any free port was asked for; addresses in answers have the one that it is.
  expect([refused.status, error.docs_url]).toEqual([
    401,
    `http://localhost:${new URL(address).port}/docs/errors/${error.code}`,
  ]);
  expect((await fetch(`${address}/openapi.json`)).status).toBe(200);
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  expect(metrics).toMatch(/framemill_api_request_duration_seconds_count\{.*route="\/v1\/me",status_class="4xx".*\} 1/);
  expect(metrics).toMatch(/framemill_auth_failures_total\{.*reason="unauthorized".*\} 1/);
  const readiness = async () => {
    const answer = await fetch(`http://127.0.0.1:${metricsPort}/readyz`);
    return { status: answer.status, body: await answer.json() };
  };
  expect(await readiness()).toEqual({ status: 200, body: { status: 'ready', failed: [] } });

  // One that never carries a request keeps nothing up. Its socket is known to the server once another call was
  // answered.
  const silent = connect(Number(new URL(address).port), '127.0.0.1');
  await once(silent, 'connect');
  await fetch(`${address}/v1/me`);
  // A call whose body does not come keeps it from ending.
  const call = connect(Number(new URL(address).port), '127.0.0.1');
  call.write('POST /v1/projects HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n');
  expect(String(await once(call, 'data'))).toContain('100 Continue');
  api.kill('SIGTERM');
  await expect.poll(readiness).toEqual({ status: 503, body: { status: 'not ready', failed: ['calls'] } });
  call.destroy();
  const reported = performance.now();
  expect(await api.exited).toBe(0);
  expect(performance.now() - reported).toBeLessThan(5_000);
  silent.destroy();
});

it('ends with 0 at a SIGTERM that comes as soon as it says that it listens', async () => {
  const api = await startApiProcess(services);
  api.kill('SIGTERM');
  expect(await api.exited).toBe(0);
});

it('says what is missing and ends with 1 when it cannot start', async () => {
  const api = spawnOn(services, 'api', { REDIS_URL: '' });
  expect(await api.exited).toBe(1);
  expect(api.output()).toContain('REDIS_URL is not set');
});

it('does not start without the key of its secrets', async () => {
  const [old = '', young = ''] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64'));
  const database = createDatabase(services.databaseUrl);
  const { resealed } = await resealSecrets(database, createSecretBox([old]));
  await database.close();
  // Those of the OAuth server and of assistants' sessions.
  expect(resealed).toBe(2);
  const api = spawnOn(services, 'api', { SECRETS_KEY: young });
  expect(await api.exited).toBe(1);
  expect(api.output()).toMatch(/SECRETS_KEY lists only other keys. Add the key again/);
  expect(api.output()).not.toContain('"listening"');
});

it('says in one sentence what is wrong with the configuration', async () => {
  const api = spawnOn(services, 'api', { TRUST_PROXY: 'nonsense' });
  expect(await api.exited).toBe(1);
  expect(api.output()).toMatch(/^The configuration is wrong: TRUST_PROXY must be .* \(got "nonsense"\)\.$/);
});
