import { randomUUID } from 'node:crypto';
import { forSuite } from '@framemill/testing/for-suite';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { scopeNames } from '../src/auth/scopes.ts';
import { storedTarget } from '../src/destinations/stored-target.ts';
import { createToolLists } from '../src/mcp/tool-lists.ts';
import { readThreadUse } from '../src/threads/thread-use.ts';
import { frameBytes } from './scripted-node.ts';
import { startServedApi } from './shared-api.ts';
import type { TestAccount } from './start-api.ts';

const api = forSuite(startServedApi);
let base: string;
let mine: TestAccount;
beforeAll(async () => {
  base = await api.app.listen({ host: '127.0.0.1', port: 0 });
  mine = await api.account();
});

const lists = createToolLists();
type Connected = { client: Client | ClientV1; close(): Promise<void> };
const headersOf = ({ key }: TestAccount) => ({ authorization: `Bearer ${key}` });

async function connectV2(account: TestAccount, query = ''): Promise<Connected & { client: Client }> {
  const client = new Client({ name: 'test', version: '1' });
  const url = new URL(`${base}/api/mcp${query}`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: headersOf(account) } }));
  return { client, close: () => client.close() };
}

async function connectV1(account: TestAccount, query = ''): Promise<Connected & { client: ClientV1 }> {
  const client = new ClientV1({ name: 'test', version: '1' });
  const url = new URL(`${base}/api/mcp${query}`);
  await client.connect(new TransportV1(url, { requestInit: { headers: headersOf(account) } }) as never);
  return { client, close: () => client.close() };
}

/** Parsed content of a tool's result. It is untyped because the assertions check its shape. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they check
type Data = any;

function call({ client }: Connected, name: string, input: Record<string, unknown> = {}): Promise<Data> {
  return (client as Client).callTool({ name, arguments: input });
}

describe.each([
  ['the present client', connectV2],
  ['the client of the years before', connectV1],
] as const)('%s', (_name, connect) => {
  it('lists the tools of the service and one for each command, each with its scope, or a short list', async () => {
    const all = await connect(mine);
    const { tools } = await all.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(lists.all.map(({ name }) => name));
    expect(new Set(tools.map(({ name }) => name)).size).toBe(lists.all.length);
    for (const { name, title, description, inputSchema, outputSchema, annotations, _meta } of tools as Data[]) {
      expect([name, inputSchema.type, outputSchema.type]).toEqual([name, 'object', 'object']);
      expect(title.length, name).toBeGreaterThan(3);
      expect(description.length, name).toBeGreaterThan(15);
      expect(annotations, name).toMatchObject({
        readOnlyHint: expect.any(Boolean),
        destructiveHint: expect.any(Boolean),
      });
      // What finds commands reads nothing of an account.
      const needsNone = ['find_commands', 'describe_commands'].includes(name);
      if (needsNone) expect(_meta['framemill/scope'], name).toBeNull();
      else expect(scopeNames, name).toContain(_meta['framemill/scope']);
    }
    await all.close();
    const core = await connect(mine, '?tools=core');
    const short = (await core.client.listTools()).tools.map(({ name }) => name);
    expect(short).toEqual(lists.core.map(({ name }) => name));
    const needed = ['apply_commands', 'find_commands', 'describe_commands', 'list_media'];
    expect(short).toEqual(expect.arrayContaining(needed));
    await core.close();
  });

  it('edits, sees, undoes and renders', async () => {
    const mcp = await connect(mine);
    const { structuredContent: made } = await call(mcp, 'create_project', { name: 'By an assistant' });
    const projectId: string = made.project.id;
    const title = { projectId, text: 'Hello', start: 0, duration: 2, preview: 'frame' };
    const { structuredContent: added, content } = await call(mcp, 'addTextClip', title);
    expect(added).toMatchObject({
      ok: true,
      rev: 2,
      clipCount: 1,
      createdClipIds: [expect.any(String)],
      undo: expect.any(String),
    });
    expect(content[1]).toEqual({ type: 'image', data: frameBytes.toString('base64'), mimeType: 'image/jpeg' });

    const { structuredContent: moved } = await call(mcp, 'setTransform', {
      projectId,
      clipId: added.createdClipIds[0],
      x: 50,
    });
    expect(moved).toMatchObject({
      ok: true,
      changedClipIds: added.createdClipIds,
      createdClipIds: [],
      removedClipIds: [],
    });
    const stale = { projectId, rev: 2, clipId: added.createdClipIds[0] };
    const refused = await call(mcp, 'setTransform', { ...stale, x: 90 });
    expect(refused.structuredContent.error).toMatchObject({
      ...{ conflictCode: 'stale_rev', rev: 3, changedMeanwhile: [`clip ${added.createdClipIds[0]}`] },
    });
    const early = await call(mcp, 'apply_commands', { projectId, undo: added.undo });
    expect([early.isError, early.structuredContent.error.conflictCode]).toEqual([true, 'stale_rev']);
    const { structuredContent: undone } = await call(mcp, 'apply_commands', { projectId, undo: moved.undo });
    expect(undone).toMatchObject({ ok: true, rev: 4, changedClipIds: added.createdClipIds });
    const { structuredContent: read } = await call(mcp, 'get_project', { projectId, view: 'document' });
    expect(read.project.document.clips[0].x).toBe(0);

    const looked = await call(mcp, 'preview_project', { projectId, at: [0.5] });
    expect(looked.content[1].type).toBe('image');
    const { structuredContent: begun } = await call(mcp, 'start_render', { projectId });
    const { structuredContent: render } = await call(mcp, 'get_render', { renderId: begun.render.id });
    expect(render.render.status).toBe('PENDING');
    const outputs = [{ format: 'mp4' }, { format: 'poster', atSec: 0.5 }];
    const id = `dst_${randomUUID()}`;
    const server = { host: 'files.inner.example', user: 'ann', password: '5ecret', hostKeyFingerprint: 'SHA256:' };
    const stored = storedTarget(api.deps.secrets, id, { kind: 'sftp', ...server });
    const place = { id, accountId: mine.accountId, name: 'Archive', fileName: '{name}', ...stored };
    await api.deps.database.client.destination.create({ data: place });
    const { structuredContent: places } = await call(mcp, 'list_destinations');
    expect(places.destinations).toContainEqual({
      ...{ id, name: 'Archive', kind: 'sftp', fileName: '{name}', checkedAt: expect.any(String) },
    });
    expect(JSON.stringify(places)).not.toMatch(/inner\.example|5ecret/);
    const sent = { projectId, outputs, reference: 'both', destination: { id } };
    const { structuredContent: several } = await call(mcp, 'start_render', sent);
    expect(several.render.deliveries).toMatchObject([
      { destinationId: id, status: 'WAITING' },
      { destinationId: id, status: 'WAITING' },
    ]);
    expect(several.render.outputs.map(({ format }: { format: string }) => format)).toEqual(['mp4', 'poster']);
    // To places that a person has added, and to no address that a text says.
    const nowhere = await call(mcp, 'start_render', { projectId, destination: { id: 'dst_none' } });
    expect([nowhere.isError, nowhere.structuredContent.error.code]).toEqual([true, 'not_found']);
    const stolen = { projectId, destination: { url: 'https://collector.example/film.mp4' } };
    expect((await call(mcp, 'start_render', stolen)).isError).toBe(true);
    await mcp.close();
  });

  it('works on a large project through a thread, and does nothing twice', async () => {
    const mcp = await connect(mine);
    const source = "for (let i = 0; i < 300; i++) commands.addTextClip({ text: 'Clip ' + i, start: i, duration: 1 });";
    const { structuredContent: made } = await call(mcp, 'create_project', {
      ...{ name: 'Large', commands: [{ op: 'runScript', source, timeoutMs: 5_000 }] },
    });
    const projectId: string = made.project.id;
    const { structuredContent: read } = await call(mcp, 'get_project', { projectId, view: 'document' });
    const { clips } = read.project.document;
    expect(clips).toHaveLength(300);
    const page = await call(mcp, 'preview_project', { projectId, format: 'html' });
    expect(page.content[1].text).toContain('<title>');
    const move = { projectId, clipId: clips[7].id, x: 50, preview: 'frame' };
    const { structuredContent: moved, content } = await call(mcp, 'setTransform', move);
    expect(moved).toMatchObject({ ok: true, rev: made.project.rev + 1, changedClipIds: [clips[7].id] });
    expect(content[1].type).toBe('image');
    const { structuredContent: undone } = await call(mcp, 'apply_commands', { projectId, undo: moved.undo });
    expect(undone).toMatchObject({ ok: true, rev: made.project.rev + 2 });
    const { structuredContent: long } = await call(mcp, 'addTextClip', {
      ...{ projectId, start: 0, duration: 1 },
      text: 'x'.repeat(9_000),
    });
    expect(long).toMatchObject({ ok: true, rev: made.project.rev + 3, clipCount: 301 });
    await expect.poll(async () => (await readThreadUse(api.deps.redis, mine.accountId)).calls).toBeGreaterThan(5);
    await mcp.close();
  });

  it('fetches the file of a render that is done', async () => {
    const mcp = await connect(await api.key(mine, { environment: 'test' }));
    const { structuredContent: made } = await call(mcp, 'create_project', {
      name: 'T',
      commands: [{ op: 'addTextClip', text: 'Hi', start: 0, duration: 1 }],
    });
    const { structuredContent: begun } = await call(mcp, 'start_render', { projectId: made.project.id });
    const { content } = await call(mcp, 'get_render', { renderId: begun.render.id, waitSec: 2 });
    expect(content[1]).toMatchObject({
      type: 'resource_link',
      mimeType: 'video/mp4',
      uri: 'http://api.test/fixtures/sample.mp4',
    });
    expect((await fetch(`${base}/fixtures/sample.mp4`)).status).toBe(200);
    await mcp.close();
  });
});

it('makes a film of uploaded media with what the tools say alone', async () => {
  const account = await api.account();
  const named = (name: string) => ({ name, data: Buffer.concat([mp4Head, Buffer.alloc(500, name)]) });
  const files = ['beach walk.mp4', 'Beach sunset.mp4', 'talk_100%.mp4', 'forest.mp4'];
  for (const name of files) expect((await api.upload(account, named(name), { name })).status).toBe(201);
  const stranger = await api.account();
  await api.upload(stranger, named('beach of others.mp4'), { name: 'beach of others.mp4' });
  const poster = { posterKey: `posters/${account.accountId}/walk.jpg` };
  await api.deps.store.put(poster.posterKey, frameBytes, { contentType: 'image/jpeg' });
  const { client } = api.deps.database;
  await client.media.updateMany({ where: { accountId: account.accountId, name: 'beach walk.mp4' }, data: poster });

  const mcp = await connectV2(account, '?tools=core');
  const { structuredContent: page, content } = await call(mcp, 'list_media', { query: 'BEACH', kind: 'video' });
  expect(page.media.map(({ name }: Data) => name)).toEqual(['Beach sunset.mp4', 'beach walk.mp4']);
  expect(page.media[1]).toMatchObject({
    ...{ kind: 'video', durationSec: expect.any(Number), sizeBytes: expect.any(Number) },
    posterUrl: `http://api.test/${poster.posterKey}`,
  });
  expect(content.slice(1)).toEqual([
    { type: 'text', text: expect.stringContaining('beach walk.mp4') },
    { type: 'image', data: frameBytes.toString('base64'), mimeType: 'image/jpeg' },
  ]);
  const { content: bare } = await call(mcp, 'list_media', { query: 'beach', posters: 0 });
  expect(bare).toHaveLength(1);
  const only = async (query: string) =>
    (await call(mcp, 'list_media', { query })).structuredContent.media.map(({ name }: Data) => name);
  expect(await only('talk_1')).toEqual(['talk_100%.mp4']);
  expect(await only('t%s')).toEqual([]);
  const { structuredContent: first } = await call(mcp, 'list_media', { limit: 3 });
  const { structuredContent: rest } = await call(mcp, 'list_media', { limit: 3, cursor: first.nextCursor });
  expect([first.media.length, rest.media.length, rest.nextCursor]).toEqual([3, 1, null]);

  const search = await call(mcp, 'find_commands', { query: 'b-roll' });
  const [{ op }] = search.structuredContent.commands;
  const { structuredContent: described } = await call(mcp, 'describe_commands', { ops: [op] });
  const needed: string[] = described.commands[op].params.required;
  for (const field of needed) expect(['type', 'src', 'start', 'duration']).toContain(field);
  const { structuredContent: made } = await call(mcp, 'create_project', { name: 'Holiday' });
  const projectId: string = made.project.id;
  const clips = [...first.media, ...rest.media].map(({ id: src, kind: type, durationSec }: Data, index: number) => ({
    ...{ op, type, src, start: index * 5, duration: Math.min(5, durationSec) },
  }));
  const title = { op: 'addTextClip', text: 'The end', start: clips.length * 5 - 1, duration: 1 };
  const { structuredContent: receipt } = await call(mcp, 'apply_commands', { projectId, commands: [...clips, title] });
  expect(receipt).toMatchObject({ ok: true, clipCount: 5 });
  const { structuredContent: read } = await call(mcp, 'get_project', { projectId });
  expect(read.project.durationSec ?? read.project.duration).toBeCloseTo(20, 3);
  const { structuredContent: begun } = await call(mcp, 'start_render', { projectId });
  expect(begun.render.status).toBe('PENDING');
  await mcp.close();
});

describe('a call that cannot be done', () => {
  it('is an answer that says what to mend', async () => {
    const mcp = await connectV2(mine);
    const none = await call(mcp, 'get_project', { projectId: 'prj_none' });
    expect([none.isError, none.structuredContent.error.code]).toEqual([true, 'not_found']);
    const wrong = await call(mcp, 'get_project', { projectId: 5 });
    expect(wrong.structuredContent.error).toEqual({
      ...{ code: 'invalid_request', field: 'projectId' },
      message: expect.stringMatching(/^projectId must be .* \(got 5\)\.$/),
    });
    const outputs = await call(mcp, 'start_render', { projectId: 'p', outputs: [{ format: 'mp4' }, { format: 'x' }] });
    expect(outputs.structuredContent.error.field).toBe('outputs.1.format');
    const { structuredContent: made } = await call(mcp, 'create_project', { name: 'P' });
    const { structuredContent: bad } = await call(mcp, 'splitClip', {
      projectId: made.project.id,
      clipId: 'nobody',
      at: 1,
    });
    expect(bad).toMatchObject({
      ok: false,
      undo: null,
      results: [{ ok: false, error: expect.stringContaining('nobody') }],
    });
    await expect(call(mcp, 'no_such_tool')).rejects.toThrow('no_such_tool');
    await mcp.close();
  });

  it('shows a whole project in one picture, which counts as one frame', async () => {
    const account = await api.account();
    const mcp = await connectV2(account);
    const shots = Array.from({ length: 6 }, (_, i) => ({ op: 'addTextClip', text: `${i}`, start: i * 2, duration: 2 }));
    const { structuredContent: made } = await call(mcp, 'create_project', { name: 'Sheet', commands: shots });
    const look = (input: object) => call(mcp, 'preview_project', { projectId: made.project.id, ...input });
    const asked = api.node.asked.length;
    const sheet = await look({ format: 'sheet' });
    const image = { type: 'image', data: frameBytes.toString('base64'), mimeType: 'image/jpeg' };
    expect(sheet.content.slice(1)).toEqual([image]);
    expect(sheet.structuredContent.frameTimes).toEqual([1, 3, 5, 7, 9, 11]);
    const [job, ...others] = api.node.asked.slice(asked);
    expect(others).toEqual([]);
    expect(job).toMatchObject({ atSec: [1, 3, 5, 7, 9, 11], image: 'jpeg' });
    expect(job?.scale).toBeCloseTo(0.26, 2);
    // Nobody knows its name.
    await expect.poll(() => api.deps.store.head(job?.outKey ?? '')).toBeNull();

    const nine = [8, 7, 6, 5, 4, 3, 2, 1, 99];
    const own = await look({ format: 'sheet', at: nine });
    expect(own.structuredContent.frameTimes).toEqual([1, 2, 3, 4, 5, 6, 7, 8, expect.closeTo(11.967, 3)]);
    const many = await look({ at: nine });
    expect(many.structuredContent.error).toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('The argument `at` has 9 times, but at most 4 are allowed'),
    });
    // 2 of 10 are used.
    for (let left = 8; left > 0; left -= 1) expect((await look({ format: 'sheet' })).isError).toBeUndefined();
    const refused = await look({ format: 'sheet' });
    expect(refused.structuredContent.error).toMatchObject({ code: 'rate_limited', retryAfterSec: expect.any(Number) });
    await mcp.close();
  });

  it('makes no sheet of a project with nothing to see, and says why a sheet failed', async () => {
    const mcp = await connectV2(mine);
    const { structuredContent: made } = await call(mcp, 'create_project', { name: 'Empty' });
    const look = () => call(mcp, 'preview_project', { projectId: made.project.id, format: 'sheet' });
    const empty = await look();
    expect([empty.content.length, empty.structuredContent.frameTimes]).toEqual([1, []]);
    await call(mcp, 'addTextClip', { projectId: made.project.id, text: 'Hi', start: 0, duration: 2 });
    api.node.frames = 'fail';
    const failed = await look().finally(() => {
      api.node.frames = 'answer';
    });
    expect(failed.structuredContent.error).toMatchObject({
      code: 'provider_error',
      message: expect.stringMatching(/^The contact sheet of 1 s could not be rendered: the decoder gave up/),
    });
    await mcp.close();
  });

  it('is refused without the scope that its tool names', async () => {
    const mcp = await connectV2(await api.key(mine, { scopes: ['projects.read'] }));
    expect((await mcp.client.listTools()).tools).toHaveLength(lists.all.length);
    const answer = await call(mcp, 'addTextClip', { projectId: 'x', text: 'x', start: 0, duration: 1 });
    expect(answer.structuredContent.error).toMatchObject({ code: 'insufficient_scope', scope: 'projects.write' });
    await mcp.close();
  });

  it('edits an old state when nothing that changed since is touched', async () => {
    const mcp = await connectV2(mine);
    const title = (text: string, start: number) => ({ op: 'addTextClip', text, start, duration: 1 });
    const commands = [title('One', 0), title('Two', 2)];
    const { structuredContent: made } = await call(mcp, 'create_project', { name: 'Two at work', commands });
    const projectId: string = made.project.id;
    const [one, two]: string[] = made.results.map(({ data }: Data) => data.clipId);
    const move = (clipId: string | undefined, rev: number, x: number) =>
      call(mcp, 'setTransform', { projectId, clipId, x, rev });
    await move(one, 1, 10);
    expect((await move(two, 1, 20)).structuredContent).toMatchObject({
      ...{ ok: true, rev: 3, changedClipIds: [two], changedMeanwhile: [`clip ${one}`] },
    });
    expect((await move(one, 1, 30)).structuredContent.error.changedMeanwhile).toContain(`clip ${one}`);
    expect((await move(one, 99, 30)).structuredContent.error).toMatchObject({ rev: 3, changedMeanwhile: null });
    const read = await call(mcp, 'get_project', { projectId, view: 'document' });
    expect(read.structuredContent.project.document.clips.map(({ x }: Data) => x)).toEqual([10, 20]);
    await mcp.close();
  });

  it.each([
    ['accept', { confirm: true }, true],
    ['accept', { confirm: false }, false],
    ['decline', undefined, false],
    ['cancel', undefined, false],
  ] as const)('lets the client ask the person: %s %o', async (action, content, isDone) => {
    const asker = new Client(
      { name: 'test', version: '1' },
      { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: 'auto' } },
    );
    const questions: string[] = [];
    asker.setRequestHandler('elicitation/create', ({ params }) => {
      questions.push(params.message);
      return content === undefined ? { action } : { action, content };
    });
    const url = new URL(`${base}/api/mcp`);
    await asker.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: headersOf(mine) } }));
    const file = { name: 'talk.mp4', data: Buffer.concat([mp4Head, Buffer.alloc(500, `talk ${action} ${isDone}`)]) };
    const { media } = (await api.upload(mine, file)).body;
    const input = { mediaId: media.id, maxCredits: 0 };
    const answer: Data = await asker.callTool({ name: 'transcribe_media', arguments: input });
    expect(questions).toEqual([expect.stringContaining('This costs 1 credits')]);
    if (isDone) expect(answer.structuredContent.credits.charged).toBe(1);
    else expect(answer.structuredContent.error.message).toBe('The person did not agree. Nothing was done.');
    await asker.close();
  });

  it('asks before it spends more than it may', async () => {
    const upload = await api.upload(mine, {
      name: 'talk.mp4',
      data: Buffer.concat([mp4Head, Buffer.alloc(500, 'talk')]),
    });
    const mcp = await connectV2(mine);
    const input = { mediaId: upload.body.media.id, maxCredits: 0 };
    const asked = await call(mcp, 'transcribe_media', input);
    expect(asked.structuredContent.error).toMatchObject({ code: 'invalid_request', field: 'confirm', credits: 1 });
    const done = await call(mcp, 'transcribe_media', { ...input, confirm: true });
    expect(done.structuredContent.credits.charged).toBe(1);
    await mcp.close();
  });
});

const mp4Head = Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex');
