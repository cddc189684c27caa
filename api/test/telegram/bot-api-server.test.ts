import { Api, GrammyError, InputFile } from 'grammy';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pngBytes } from '../multipart-form.ts';
import { type BotApiServer, refusal, startBotApiServer } from './bot-api-server.ts';

// The server that the other suites here speak to is right when grammY, which many bots are made with, works with it.
let server: BotApiServer;
let api: Api;
beforeAll(async () => {
  server = await startBotApiServer();
  api = new Api(server.token, { apiRoot: server.url });
});
afterAll(() => server.close());

it('knows the bot, its webhook and its commands', async () => {
  expect(await api.getMe()).toMatchObject({ is_bot: true, username: 'films_bot' });
  const url = 'https://films.example/hook';
  expect(await api.setWebhook(url, { secret_token: 'secret_1', allowed_updates: ['message'] })).toBe(true);
  expect(server.webhook).toEqual({ url, secret: 'secret_1' });
  expect(await api.setMyCommands([{ command: 'help', description: 'Help' }])).toBe(true);
  expect(await api.deleteWebhook()).toBe(true);
});

it('takes texts and files', async () => {
  const file = () => new InputFile(pngBytes('grammy'), 'a.png');
  expect(await api.sendMessage(5, 'Hello')).toMatchObject({ text: 'Hello', chat: { id: 5 } });
  expect(await api.sendPhoto(5, file(), { caption: 'A' })).toMatchObject({ caption: 'A' });
  await api.sendVideo(5, file(), { supports_streaming: true, duration: 3 });
  await api.sendDocument(5, file());
  const [photo] = server.calls.filter(({ method }) => method === 'sendPhoto');
  expect(photo?.fields.photo instanceof Blob && photo.fields.photo.size).toBe(pngBytes('grammy').length);
});

it('hands out files below the token', async () => {
  server.files.set('f', pngBytes('file'));
  const { file_path: path } = await api.getFile('f');
  const answer = await fetch(`${server.url}/file/bot${server.token}/${path}`);
  expect(Buffer.from(await answer.arrayBuffer()).equals(pngBytes('file'))).toBe(true);
});

it('refuses as Telegram does', async () => {
  server.instead.set('sendMessage', [refusal(429, 'Too Many Requests: retry after 7', { retry_after: 7 })]);
  const busy = await api.sendMessage(5, 'Hello').catch((error: unknown) => error);
  expect(busy instanceof GrammyError && [busy.error_code, busy.parameters.retry_after]).toEqual([429, 7]);
  await expect(api.sendMessage(5, 'x'.repeat(4_097))).rejects.toThrow('too long');
  await expect(api.getFile('nothing')).rejects.toThrow('invalid file_id');
  await expect(new Api('1:wrong', { apiRoot: server.url }).getMe()).rejects.toThrow('Unauthorized');
});
