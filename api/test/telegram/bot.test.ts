import { forSuite } from '@framemill/testing/for-suite';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runAdmin } from '../admin-run.ts';
import { mp4Bytes, pngBytes } from '../multipart-form.ts';
import { BROKEN_MARK, frameBytes } from '../scripted-node.ts';
import { startReceiver } from '../webhook-suite.ts';
import { botToken, refusal } from './bot-api-server.ts';
import { type BotWorld, fileOf, openBotWorld } from './bot-world.ts';

const world = forSuite(() => openBotWorld({ providers: {} }));
let user = 5_000;
beforeAll(async () => {
  client = world.api.deps.database.client;
});
beforeEach(() => {
  world.telegram.calls.length = 0;
  user += 1;
});

type Client = BotWorld['api']['deps']['database']['client'];
let client: Client;
const said = () => world.telegram.said();
const methods = () => world.telegram.calls.map(({ method }) => method);

/** Sends a message to the bot and waits for all replies that need no render. */
async function write(message: Parameters<BotWorld['write']>[1], from = user): Promise<object> {
  const update = await world.write(from, message);
  await world.answered();
  return update;
}
const rowOf = (userId = user) => client.telegramUser.findFirstOrThrow({ where: { userId: String(userId) } });
const eventsOf = async (type: string, userId = user) =>
  (await client.outboxEvent.findMany({ where: { type: `telegram.end_user.${type}` } })).filter(
    ({ payload }) => Object(payload).user === String(userId),
  );
async function documentOf(userId = user) {
  const { projectId } = await rowOf(userId);
  const row = await client.project.findUniqueOrThrow({ where: { id: projectId ?? '' } });
  return Object(row.document);
}

describe('a bot', () => {
  it('makes a film of a video and a sentence: a project, the edit, a frame, the file', async () => {
    const data = mp4Bytes('holiday');
    world.telegram.files.set('f1', data);
    await write({ video: fileOf('f1'), caption: 'add a title "Hello"' });
    const photo = world.telegram.calls.find(({ method }) => method === 'sendPhoto')?.fields.photo;
    expect(photo instanceof Blob && Buffer.from(await photo.arrayBuffer()).equals(frameBytes)).toBe(true);
    expect(said()).toEqual([expect.stringContaining('Here is a frame')]);
    const { clips } = await documentOf();
    expect(clips.map(({ type }: { type: string }) => type)).toEqual(['video', 'text']);
    const renderId = await world.finishRender();
    expect(methods()).toEqual(['getFile', 'sendPhoto', 'sendVideo']);
    const film = world.telegram.calls.at(-1)?.fields.video;
    expect(film instanceof Blob && [film.type, (await film.text()).includes(renderId)]).toEqual(['video/mp4', true]);
    expect(await rowOf()).toMatchObject({ usedToday: 1, blocked: false });
  });

  it('goes on with the open project, and begins anew after /new', async () => {
    world.telegram.files.set('p1', pngBytes('one'));
    world.telegram.files.set('p2', pngBytes('two'));
    await write({ photo: [fileOf('tiny'), fileOf('p1')] });
    await write({ document: fileOf('p2', 'two.png') });
    const { clips } = await documentOf();
    expect(clips.map(({ start, duration }: { start: number; duration: number }) => [start, duration])).toEqual([
      [0, 4],
      [4, 4],
    ]);
    const first = (await rowOf()).projectId;
    await write({ text: '/new' });
    await write({ document: fileOf('p1', 'one.png') });
    expect((await rowOf()).projectId).not.toBe(first);
    expect(said()).toEqual([
      expect.stringMatching(/^Added/),
      expect.stringMatching(/^Added/),
      expect.stringMatching(/^Done/),
      expect.stringMatching(/^Added/),
    ]);
  });

  it('takes an album as one: its words come after all its files', async () => {
    world.telegram.files.set('a1', pngBytes('album one'));
    world.telegram.files.set('a2', pngBytes('album two'));
    await world.write(user, { photo: [fileOf('a1')], caption: 'add a title "Trip"', media_group_id: '7' });
    await world.write(user, { photo: [fileOf('a2')], media_group_id: '7' });
    await world.answered();
    const { clips } = await documentOf();
    expect(clips.map(({ type }: { type: string }) => type)).toEqual(['image', 'image', 'text']);
    await world.finishRender();
  });

  it('puts sounds on the track of sounds', async () => {
    world.telegram.files.set(
      'v1',
      Buffer.concat([Buffer.from('494433040000000000', 'hex'), Buffer.alloc(300, 'voice')]),
    );
    await write({ voice: fileOf('v1', 'voice.mp3') });
    const { clips, tracks } = await documentOf();
    const track = tracks.find(({ id }: { id: number }) => id === clips[0].trackIndex);
    expect([clips[0].type, track.type]).toEqual(['audio', 'audio']);
  });

  it('answers its commands plainly', async () => {
    for (const text of ['/start', '/help', '/render', '/nonsense', '/help@films_bot']) await write({ text });
    expect(said()).toEqual([
      expect.stringMatching(/^Hello, Ann\. I make films/),
      expect.stringContaining('/render makes the film'),
      expect.stringContaining('nothing to render yet'),
      expect.stringContaining('do not know this command'),
      expect.stringContaining('/render makes the film'),
    ]);
  });

  it('renders on /render what is there', async () => {
    world.telegram.files.set('r1', pngBytes('render me'));
    await write({ photo: [fileOf('r1')] });
    await write({ text: '/render' });
    await world.finishRender();
    expect(methods().slice(-2)).toEqual(['sendPhoto', 'sendVideo']);
  });

  it('says what it did not do, and spends no film on it', async () => {
    world.telegram.files.set('n1', pngBytes('nothing'));
    await write({ photo: [fileOf('n1')], caption: 'fly me to the moon' });
    expect(said()).toEqual([expect.stringMatching(/^Nothing was changed\.[\s\S]*fly me to the moon/)]);
    expect((await rowOf()).usedToday).toBe(0);
  });

  it.each([
    ['a sticker', { sticker: { file_id: 's' } }, 'I cannot use this.'],
    ['a text that is too long', { text: 'a'.repeat(2_001) }, 'at most 2000 characters'],
    ['a file that is gone', { document: fileOf('gone') }, 'I cannot download this file from Telegram'],
    ['a file that is no media', { document: fileOf('page', 'page.mp4') }, 'it is not a video, image or audio file'],
    ['a file that is broken', { document: fileOf('broken') }, 'it is not a video, image or audio file'],
  ])('answers to %s', async (_what, message, answer) => {
    world.telegram.files.set('page', Buffer.from('<!doctype html><title>x</title>'));
    world.telegram.files.set('broken', Buffer.concat([mp4Bytes('b'), Buffer.from(BROKEN_MARK)]));
    await write(message);
    expect(said()).toEqual([expect.stringContaining(answer)]);
  });

  it('hears people alone, in chats of their own', async () => {
    await world.write(user, { text: 'hi', chat: { id: -5, type: 'group' } });
    await world.write(user, { text: 'hi', from: { id: user, is_bot: true, first_name: 'B' } });
    expect((await world.update({ update_id: 5, edited_message: {} })).status).toBe(200);
    expect((await world.update({ nonsense: true })).status).toBe(200);
    expect(await client.telegramUser.count({ where: { userId: String(user) } })).toBe(0);
  });

  it('sends a film as a document, or as an address, when it is not taken otherwise', async () => {
    world.telegram.files.set('d1', pngBytes('document'));
    await write({ photo: [fileOf('d1')] });
    world.telegram.instead.set('sendVideo', [refusal(400, 'Bad Request: wrong type'), refusal(413, 'Too Large')]);
    await write({ text: '/render' });
    await world.finishRender();
    expect(methods().at(-1)).toBe('sendDocument');
    world.telegram.instead.set('sendDocument', [refusal(413, 'Request Entity Too Large')]);
    await write({ text: '/render' });
    await world.finishRender();
    expect(said().at(-1)).toMatch(/http:\/\/api\.test\/exports\/[\w-]+\.mp4$/);
  });

  it('says when a render failed, and gives the film of the day back', async () => {
    world.telegram.files.set('x1', pngBytes('fails'));
    await write({ photo: [fileOf('x1')] });
    await write({ text: '/render' });
    expect((await rowOf()).usedToday).toBe(1);
    await world.finishRender('FAILED');
    expect(said().at(-1)).toContain('could not be rendered');
    expect((await rowOf()).usedToday).toBe(0);
  });

  it('shows the text alone when no frame can be made', async () => {
    world.telegram.files.set('y1', pngBytes('no frame'));
    await write({ photo: [fileOf('y1')] });
    world.api.node.frames = 'fail';
    await write({ text: '/render' });
    world.api.node.frames = 'answer';
    expect(methods().at(-1)).toBe('sendMessage');
    await world.finishRender();
    expect(methods().at(-1)).toBe('sendVideo');
  });
});

describe('end users of a bot', () => {
  it('are told of when they are seen for the first time, once', async () => {
    await write({ text: '/help' });
    await write({ text: '/help' });
    const events = await eventsOf('first_seen');
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      appId: world.owner.appId,
      payload: { user: String(user), username: `ann${user}`, firstName: 'Ann', usedToday: 0 },
    });
  });

  it('have events that reach endpoints, with their record', async () => {
    const receiver = await startReceiver();
    await world.owner.ask('POST', '/webhooks', { url: receiver.url, appId: world.owner.appId });
    await write({ text: '/help' });
    await world.api.send(world.owner, 'PATCH', `/v1/telegram/users/${user}`, { dailyLimit: 0 });
    world.telegram.files.set('e1', pngBytes('events'));
    await write({ photo: [fileOf('e1')], caption: 'add a title "Hi"' });
    await world.api.send(world.owner, 'PATCH', `/v1/telegram/users/${user}`, { blocked: true });
    const seen = () =>
      receiver.received
        .map(({ body }) => JSON.parse(body))
        .filter(({ data }) => data.user.user === String(user))
        .map(({ type, data }) => [type, data.user.blocked])
        .sort();
    await expect.poll(seen).toEqual([
      ['telegram.end_user.blocked', true],
      ['telegram.end_user.first_seen', false],
      ['telegram.end_user.limit_reached', false],
    ]);
    await receiver.close();
  });

  it('reach their limit with an event, once a day, and spend nothing after it', async () => {
    world.telegram.files.set('l1', pngBytes('limit'));
    await write({ photo: [fileOf('l1')] });
    await world.api.send(world.owner, 'PATCH', `/v1/telegram/users/${user}`, { dailyLimit: 1 });
    await write({ text: '/render' });
    await world.finishRender();
    expect(await eventsOf('limit_reached')).toMatchObject([{ payload: { dailyLimit: 1, usedToday: 1 } }]);
    const credits = async () => (await world.api.send(world.owner, 'GET', '/v1/me')).body.account.credits.remaining;
    const before = await credits();
    await write({ text: 'add a title "More"' });
    expect(said().at(-1)).toContain('You have made 1 film today');
    expect(await credits()).toBe(before);
    expect(await eventsOf('limit_reached')).toHaveLength(1);
    await world.api.send(world.owner, 'PATCH', `/v1/telegram/users/${user}`, { dailyLimit: 0 });
    await write({ text: '/render' });
    expect(said().at(-1)).toContain('no films with this bot');
  });

  it('are told once that they are blocked, and nothing is done for them', async () => {
    await write({ text: '/help' });
    const block = (blocked: boolean) => world.api.send(world.owner, 'PATCH', `/v1/telegram/users/${user}`, { blocked });
    await block(true);
    world.telegram.files.set('b1', pngBytes('blocked'));
    world.telegram.calls.length = 0;
    for (const message of [{ text: '/help' }, { photo: [fileOf('b1')] }, { text: 'add a title "x"' }])
      await write(message);
    expect(said()).toEqual([expect.stringContaining('its owner has blocked you')]);
    expect(methods()).toEqual(['sendMessage']);
    await block(false);
    await write({ text: '/help' });
    await block(true);
    await write({ text: '/help' });
    expect(said()).toHaveLength(3);
  });

  it('can ask for a hundred changes in a day, whatever comes of them', async () => {
    const { accountId, appId } = world.owner;
    const key = `fm:rl:telegram_turns:${appId}:${user}`;
    const now = Date.now() * 1_000;
    await world.api.deps.redis.rpush(key, ...Array.from({ length: 100 }, (_, index) => String(now - 1_000 + index)));
    world.telegram.files.set('t1', pngBytes('turns'));
    await write({ photo: [fileOf('t1')], caption: 'nonsense' });
    expect(said().at(-1)).toContain('very many changes today');
    const paid = { accountId, reason: 'planner turn', createdAt: { gt: new Date(Date.now() - 1_000) } };
    expect(await client.ledgerEntry.count({ where: paid })).toBe(0);
  });

  it('hear that the account has no credits or no exports left', async () => {
    const { accountId } = world.owner;
    await client.ledgerEntry.create({ data: { id: 'led_all', accountId, delta: -5_000, reason: 'test' } });
    world.telegram.files.set('c1', pngBytes('credits'));
    const { _sum } = await client.ledgerEntry.aggregate({ where: { accountId }, _sum: { delta: true } });
    await client.ledgerEntry.create({
      data: { id: 'led_rest', accountId, delta: -Number(_sum.delta), reason: 'test' },
    });
    await write({ photo: [fileOf('c1')], caption: 'add a title "Poor"' });
    expect(said().at(-1)).toContain('no credits left');
    expect((await rowOf()).usedToday).toBe(0);
    await client.account.update({ where: { id: accountId }, data: { exportsUsed: 1_000 } });
    await write({ text: '/render' });
    expect(said().at(-1)).toContain('used up what its plan allows');
    expect((await rowOf()).usedToday).toBe(0);
    await client.account.update({ where: { id: accountId }, data: { exportsUsed: 0 } });
  });
});

describe('the webhook of a bot', () => {
  it('takes an update once, however often it comes', async () => {
    const update = await write({ text: '/help' });
    await Promise.all([1, 2, 3].map(() => world.update(update)));
    await world.answered();
    expect(said()).toHaveLength(1);
  });

  it.each([
    ['no secret', {}],
    ['a wrong secret', { 'x-telegram-bot-api-secret-token': 'wrong' }],
    ['an empty secret', { 'x-telegram-bot-api-secret-token': '' }],
  ])('refuses %s', async (_what, headers) => {
    const update = { update_id: 9, message: { chat: { type: 'private' }, from: { id: user, is_bot: false } } };
    const { status, body } = await world.update(update, headers as Record<string, string>);
    expect([status, body.error.code]).toEqual([401, 'unauthorized']);
  });

  it('answers alike for a bot that is not there', async () => {
    const wrong = await world.update({}, {});
    for (const id of ['bot_none', 'x'.repeat(200), '%00']) {
      const none = await world.api.send(null, 'POST', `/api/telegram/${id}`, {});
      expect([none.status, none.body.error.message]).toEqual([wrong.status, wrong.body.error.message]);
    }
  });

  it('hears nothing while its app is switched off or its account suspended', async () => {
    const { accountId, appId } = world.owner;
    await runAdmin(world.api, 'app', 'suspend', appId);
    await write({ text: '/help' });
    await runAdmin(world.api, 'app', 'approve', appId);
    await runAdmin(world.api, 'account', 'suspend', accountId);
    await write({ text: '/help' });
    await runAdmin(world.api, 'account', 'lift', accountId);
    expect(said()).toEqual([]);
    await write({ text: '/help' });
    expect(said()).toHaveLength(1);
  });

  it('takes bodies of 256 kB at most', async () => {
    const answer = await world.update({ update_id: 1, padding: 'x'.repeat(256_000) });
    expect([answer.status, answer.body.error.code]).toEqual([413, 'payload_too_large']);
  });
});

describe('the bot of an app', () => {
  it('is shown without its token', async () => {
    const { body } = await world.owner.ask('GET', `/apps/${world.owner.appId}/telegram`);
    expect(body.bot).toMatchObject({ appId: world.owner.appId, username: 'films_bot' });
    expect(JSON.stringify(body)).not.toContain(botToken.split(':')[1]);
  });

  it('is null while there is none', async () => {
    const { body } = await world.owner.ask('POST', '/apps', { name: 'Without a bot', scopes: ['account.read'] });
    const { status, body: answer } = await world.owner.ask('GET', `/apps/${body.app.id}/telegram`);
    expect([status, answer]).toEqual([200, { bot: null }]);
  });

  it('needs a token that Telegram knows', async () => {
    const wrong = await world.owner.ask('PUT', `/apps/${world.owner.appId}/telegram`, { token: `1:${'a'.repeat(35)}` });
    expect([wrong.status, wrong.body.error.field]).toEqual([400, 'body.token']);
    for (const token of ['x', '1:short', `1:${'a'.repeat(30)}/../x`, `1:${'a'.repeat(30)}\n`]) {
      const answer = await world.owner.ask('PUT', `/apps/${world.owner.appId}/telegram`, { token });
      expect([token, answer.status]).toEqual([token, 400]);
    }
  });
});
