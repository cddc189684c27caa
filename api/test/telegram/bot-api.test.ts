import { createMetrics } from '@framemill/infra';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createProviderHttp, type ProviderHttp } from '../../src/providers/provider-http.ts';
import { type BotApi, createBotApi } from '../../src/telegram/bot-api.ts';
import { createBotFiles, fileAddress } from '../../src/telegram/bot-files.ts';
import { TelegramError } from '../../src/telegram/telegram-error.ts';
import { type VendorFault, vendorSecretText } from '../providers/vendor-server.ts';
import { type BotApiServer, botToken, refusal, startBotApiServer } from './bot-api-server.ts';

let server: BotApiServer;
let http: ProviderHttp;
let api: BotApi;
const metrics = createMetrics('test');
beforeAll(async () => {
  server = await startBotApiServer();
  http = createProviderHttp();
  api = createBotApi({ http, metrics, base: server.url, callMs: 1_000 });
});
afterEach(() => {
  server.fault = null;
});
afterAll(async () => {
  await http.close();
  await server.close();
});

/** Returns all readable text of an error: its message, stack, fields and causes. */
function everythingOf(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error);
  return `${error.stack} ${JSON.stringify(error)} ${error.cause === undefined ? '' : everythingOf(error.cause)}`;
}

async function failure(call: Promise<unknown>): Promise<TelegramError> {
  const error: unknown = await call.then(
    () => 'it worked',
    (problem: unknown) => problem,
  );
  if (!(error instanceof TelegramError)) throw new Error(`Not the error of a call: ${String(error)}`);
  expect(everythingOf(error)).not.toContain(botToken.slice(12));
  expect(everythingOf(error)).not.toContain(vendorSecretText);
  return error;
}
const say = () => api.call(botToken, 'sendMessage', { chat_id: 5, text: 'Hi' });

describe('a call of the Bot API', () => {
  it.each<[VendorFault, boolean]>([
    ['slow', false],
    ['busy', false],
    ['down', false],
    ['malformed', false],
    ['truncated', false],
    ['endless', false],
    ['wrong-type', false],
    ['reset', false],
    ['redirect', false],
    ['unauthorized', true],
  ])('that is answered with %s says so without the token; final: %s', async (fault, isFinal) => {
    server.fault = fault;
    expect((await failure(say())).isFinal).toBe(isFinal);
  });

  it('waits as long as it is told', async () => {
    server.instead.set('sendMessage', [refusal(429, 'Too Many Requests: retry after 7', { retry_after: 7 })]);
    expect(await failure(say())).toMatchObject({ isFinal: false, status: 429, retryAfterSec: 7 });
  });

  it('takes no result for one that is none', async () => {
    const bodies = [{ ok: true }, { ok: false, result: {} }, [], null, { ok: true, result: { id: 'x' } }];
    server.instead.set(
      'getMe',
      bodies.map((body) => ({ body })),
    );
    for (const _ of bodies) await failure(api.call(botToken, 'getMe', {}));
  });

  it('shows the token in no metric', async () => {
    await say();
    const text = await metrics.registry.metrics();
    expect(text).toContain('provider="sendMessage"');
    expect(text).not.toContain(botToken.slice(12));
  });
});

describe('files of a bot', () => {
  it.each([
    '/var/lib/telegram-bot-api/1:a/documents/file_1.mp4',
    '../../../etc/passwd',
    'documents/../../getMe',
    'documents//file',
    'documents/.hidden',
    'documents/file?x=1',
    'documents/file#x',
    'documents\\file',
    'http://169.254.169.254/latest',
    '//evil.example/x',
    'documents/%2e%2e/x',
    'documents/a\r\nb',
    '',
    'a'.repeat(501),
  ])('have no address such as %j', (path) => {
    expect(() => fileAddress('https://api.telegram.org', botToken, path)).toThrow(TelegramError);
  });

  it('are below the token, each part by itself', () => {
    const address = fileAddress('https://api.telegram.org', '1:t', 'documents/my film (1).mp4');
    expect(address).toBe('https://api.telegram.org/file/bot1:t/documents/my%20film%20(1).mp4');
  });

  const send = (files: ReturnType<typeof createBotFiles>, url: string) =>
    files.send(url, { method: 'GET', signal: AbortSignal.timeout(2_000) });

  it.each([
    'http://127.0.0.1:1/x',
    'http://169.254.169.254/latest/meta-data/',
    'https://api.telegram.org.evil.example/x',
    'https://api.telegram.org@evil.example/x',
    'http://api.telegram.org/x',
    'https://api.telegram.org:8443/x',
    'file:///etc/passwd',
    '//api.telegram.org/x',
    'no address',
  ])('come from the Bot API alone, not from %s', async (url) => {
    const files = createBotFiles('https://api.telegram.org', async () => [{ address: '93.184.216.34', family: 4 }]);
    await expect(send(files, url)).rejects.toThrow('The address is not on the Telegram Bot API server');
    await expect(files.check(url)).rejects.toThrow('The address is not on the Telegram Bot API server');
  });

  it.each(['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:10.0.0.1', '64:ff9b::a00:1'])(
    "are not fetched when Telegram's name leads to %s",
    async (address) => {
      const files = createBotFiles('https://api.telegram.org', async () => [
        { address: '149.154.167.220', family: 4 },
        { address, family: address.includes(':') ? 6 : 4 },
      ]);
      await expect(send(files, 'https://api.telegram.org/file/x')).rejects.toThrow('is not on the public internet');
    },
  );

  it("come from a private address when the operator's own Bot API is there", async () => {
    server.files.set('own', Buffer.from('own'));
    const answer = await send(createBotFiles(server.url), fileAddress(server.url, botToken, 'documents/own'));
    expect(answer.status).toBe(200);
    await answer.close();
  });
});
