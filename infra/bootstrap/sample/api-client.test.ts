import { startFileServer } from '@framemill/testing/local-server';
import { afterAll, expect, test } from 'vitest';
import { createApiClient, readNumber, readString } from './api-client.ts';

let busy = 2;
const server = await startFileServer((request, response) => {
  if (request.url === '/v1/busy' && busy-- > 0) {
    response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '0' });
    return response.end('{}');
  }
  const ok = request.headers.authorization === 'Bearer right' && /^\/v1\/(?:me|busy)$/.test(request.url ?? '');
  response.writeHead(ok ? 200 : 401, { 'content-type': 'application/json' });
  response.end(JSON.stringify(ok ? { account: { id: 'acc_1' } } : { error: { code: 'unauthorized' } }));
});
afterAll(() => server.close());
const apiHost = server.url;

test('an answer is read by path, and a field that is missing is an error with the answer in it', async () => {
  const answer = await createApiClient(apiHost, 'right').get('/me');
  expect(readString(answer, 'account', 'id')).toBe('acc_1');
  expect(() => readNumber(answer, 'account', 'id')).toThrow(
    'The field account.id of the response is not a number: {"account":{"id":"acc_1"}}',
  );
});

test('a refused call names the route, the status and what the service said', async () => {
  await expect(createApiClient(apiHost, 'wrong').get('/me')).rejects.toThrow(
    'GET /me returned HTTP status 401: {"error":{"code":"unauthorized"}}',
  );
});

test('a service that is away for a moment is asked again, but sent nothing twice', async () => {
  const client = createApiClient(apiHost, 'right');
  expect(readString(await client.get('/busy'), 'account', 'id')).toBe('acc_1');
  busy = 1;
  await expect(client.post('/busy', {})).rejects.toThrow('POST /busy returned HTTP status 503');
});
