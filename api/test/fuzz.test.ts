import { tmpdir } from 'node:os';
import { forSuite } from '@framemill/testing/for-suite';
import { expect, it } from 'vitest';
import { LIBRARY_WORDS } from '../../timeline/test/library-words.ts';
import {
  fillPath,
  freshRender,
  makeWorld,
  newComment,
  newDestination,
  newEmbedSession,
  newReviewLink,
  spareMedia,
  type World,
} from './fixture-world.ts';
import { mp4Bytes, multipartForm, pngBytes } from './multipart-form.ts';
import { createRandom, fromSchema, type JsonSchema, mutate, type Random } from './random-values.ts';
import { sharedServedApi } from './shared-api.ts';
import type { Answer, TestAccount } from './start-api.ts';

/**
 * Seed of the random requests. The variable FUZZ_SEED sets another one; a seed that finds a fault becomes a named test.
 */
const SEED = Number(process.env.FUZZ_SEED ?? 20_260_801);
/** Fraction of requests that are sent unchanged, as generated from the schemas. */
const UNTOUCHED = 0.5;
/**
 * Number of API keys that are used in rotation. Each then stays below the 600 requests a minute of its plan, so that
 * most requests are not refused by the rate limit.
 */
const KEYS = 10;

/**
 * Patterns that no response may match, because they reveal internals: code locations, folders, the database and its
 * query language.
 */
const LEAKS = [
  /\n\s+at |\.ts:\d+|node_modules/,
  /prisma|invocation/i,
  /\bSELECT\b.*\bFROM\b|\bINSERT INTO\b|violates|duplicate key|relation "/i,
  /postgres(ql)?:|redis:|127\.0\.0\.1:\d+/i,
];
const LEAKED_FOLDERS = [process.cwd(), `${tmpdir()}/framemill`];

function leakIn(text: string): string | undefined {
  // What a caller wrote comes back in quotes or after "got": it is not ours.
  const words = LIBRARY_WORDS.exec(text.replaceAll(/\\"(?:[^\\]|\\[^"])*\\"|\(got [^)]*\)/g, ''))?.[0];
  if (words !== undefined) return words;
  return LEAKS.find((pattern) => pattern.test(text))?.source ?? LEAKED_FOLDERS.find((folder) => text.includes(folder));
}

interface Operation {
  method: string;
  path: string;
  parameters: { name: string; in: string; required?: boolean; schema: JsonSchema }[];
  body: JsonSchema | null;
  isUpload: boolean;
}

const api = forSuite(sharedServedApi);

const title = 'authenticated requests made from the OpenAPI document and then spoilt yield no 500';

// 2,000 are enough to reach every operation with success.
for (const { requests, tags } of [
  { requests: 300, tags: [] },
  { requests: 2_000, tags: 'full' },
])
  it(`${title}: ${requests}`, {
    timeout: 180_000 + requests * 200,
    tags,
  }, async () => {
    const random = createRandom(SEED);
    const world = await makeWorld(api);
    const keys = await Promise.all(
      Array.from({ length: KEYS }, (_, index) =>
        api.key(world.account, { environment: index % 2 === 0 ? 'live' : 'test' }),
      ),
    );
    const operations = await readOperations();
    const commands = await readCommandSchemas(world.account);
    const statuses = new Map<number, number>();
    const failures: string[] = [];
    const reached = new Set<string>();
    for (let index = 0; index < requests; index += 1) {
      const operation = random.pick(operations);
      // A project full of clips, or a deleted one, would make the rest of the run dull.
      if (index % 100 === 99) await freshProject(world);
      const known = await knownValues(world, index);
      const { answer, what } = await sendOne(operation, random.pick(keys), world, commands, known, random);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (operation.method === 'DELETE') {
        await freshProject(world);
        await freshRender(api, world);
        world.spareMediaId = await spareMedia(api, world.account);
        world.embedSessionId = await newEmbedSession(api, world.account, world.projectId);
      }
      if (answer.status < 300) reached.add(`${operation.method} ${operation.path}`);
      const leak = leakIn(answer.bytes.toString('utf8'));
      if (answer.status >= 400 && leak) failures.push(`leaks ${leak}: ${what}`);
      if (answer.status >= 400 && typeof answer.body?.error?.code !== 'string')
        failures.push(`no error shape: ${what}`);
      if (answer.status >= 500 && ![501, 502].includes(answer.status)) failures.push(`${answer.status}: ${what}`);
    }
    const successes = [...statuses].filter(([status]) => status < 300).reduce((sum, [, count]) => sum + count, 0);
    const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
    console.info(`fuzz: seed ${SEED}, ${requests} requests, ${successes} answered 2xx (${counts.join(', ')})`);
    expect(failures).toEqual([]);
    expect(successes).toBeGreaterThanOrEqual(requests * 0.3);
    if (tags === 'full')
      expect(operations.map(({ method, path }) => `${method} ${path}`).filter((name) => !reached.has(name))).toEqual(
        [],
      );
  });

async function readOperations(): Promise<Operation[]> {
  const { body } = await api.inject({ method: 'GET', url: '/openapi.json' });
  return Object.entries<Record<string, Answer['body']>>(body.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => method !== 'head')
      .map(([method, operation]) => {
        const content = operation.requestBody?.content ?? {};
        return {
          method: method.toUpperCase(),
          path,
          parameters: operation.parameters ?? [],
          body: content['application/json']?.schema ?? null,
          isUpload: 'multipart/form-data' in content,
        };
      }),
  );
}

async function readCommandSchemas(account: TestAccount): Promise<[string, JsonSchema][]> {
  const { body } = await api.send(account, 'GET', '/v1/schema/commands');
  return Object.entries<{ params: JsonSchema }>(body.schema.commands).map(([op, { params }]) => [op, params]);
}

async function freshProject(world: World): Promise<void> {
  const commands = [
    { op: 'addTextClip', text: 'Hi', start: 0, duration: 2 },
    { op: 'addClip', type: 'image', src: world.mediaId, start: 0, duration: 2, trackIndex: 0 },
  ];
  const key = await api.key(world.account);
  const answer = await api.send(key, 'POST', '/v1/projects', { name: 'Fresh' });
  world.projectId = answer.body.project.id;
  world.commentId = await newComment(api, world.account, world.projectId);
  world.reviewLinkId = await newReviewLink(api, world.account, world.projectId);
  // A change of a saved project can be undone.
  await api.send(key, 'POST', `/v1/projects/${world.projectId}/commands`, { commands });
  const workspace = await api.send(await api.key(world.account), 'POST', '/v1/workspaces', { name: 'Fresh' });
  world.workspaceId = workspace.body.workspace.id;
  await api.deps.database.client.destination.deleteMany({ where: { id: { not: world.destinationId } } });
  world.destinationId = await newDestination(api, world.account);
  await api.deps.database.client.delivery.updateMany({ data: { status: 'FAILED' } });
}

/** Returns values by field name that refer to existing resources. */
async function knownValues(world: World, index: number): Promise<Record<string, unknown>> {
  const row = await api.deps.database.client.project.findFirst({ where: { id: world.projectId } });
  const document = Object(row?.document);
  const clips: { id: string }[] = document.clips ?? [];
  const clip = clips[index % Math.max(1, clips.length)];
  return {
    projectId: world.projectId,
    clipId: clip?.id ?? 'clip_none',
    clipIds: clip ? [clip.id] : [],
    src: index % 3 === 0 ? world.mediaUrl : world.mediaId,
    trackId: index % 4,
    trackIndex: index % 4,
    rev: row?.rev ?? 1,
    document,
    workspaceId: index % 2 === 0 ? world.workspaceId : null,
    url: world.fileUrl,
    put: { url: world.fileUrl },
    // One of them at a time, and nothing listens for these here.
    ...{ s3: undefined, sftp: undefined, csv: undefined, csvMediaId: undefined },
    // Cannot be combined with the format of a single file.
    ...(index % 2 === 0 ? { outputs: undefined } : {}),
    fileName: '{reference}/{name}',
    destination: { id: world.destinationId },
    origins: ['https://app.example.org'],
    theme: { mode: 'light', accent: '#3355ff' },
    endUser: 'Ada',
    endSec: undefined,
    arguments: { color: '#1e88e5' },
  };
}

async function sendOne(
  operation: Operation,
  key: TestAccount,
  world: World,
  commands: [string, JsonSchema][],
  known: Record<string, unknown>,
  random: Random,
): Promise<{ answer: Answer; what: string }> {
  const spoil = !random.chance(UNTOUCHED);
  const wrongId = spoil && random.chance(0.15) ? random.pick(['%00', 'x', '..', 'a'.repeat(90)]) : undefined;
  const path = fillPath(operation.path.replaceAll(/\{(\w+)\}/g, ':$1').slice(3), world, wrongId);
  const url = `/v1${path}${queryFor(operation, spoil, known, random)}`;
  if (operation.isUpload) return uploadOne(url, key, spoil, random);
  let body: unknown;
  if (operation.body) {
    body = fromSchema(operation.body, random, {
      ...known,
      commands: commandList(commands, known, random),
      name: 'Fuzz',
    });
    if (spoil) body = mutate(body, random);
  }
  let text = body === undefined ? undefined : JSON.stringify(body);
  if (text !== undefined && spoil && random.chance(0.03)) text = text.slice(0, random.below(text.length));
  const contentType =
    spoil && random.chance(0.02) ? random.pick(['text/plain', 'application/xml', 'multipart/form-data']) : undefined;
  const answer = await api.send(key, operation.method, url, text, contentType ? { 'content-type': contentType } : {});
  return {
    answer,
    what: `${operation.method} ${url} ${text?.slice(0, 2_000) ?? ''} -> ${answer.body?.error?.message}`,
  };
}

function commandList(commands: [string, JsonSchema][], known: Record<string, unknown>, random: Random): unknown[] {
  return Array.from({ length: 1 + random.below(4) }, () => {
    const [op, params] = random.pick(commands);
    const command = { op, ...Object(fromSchema(params, random, known)) };
    return random.chance(0.2) ? mutate(command, random) : command;
  }).map((command) => (typeof Object(command).op === 'string' ? command : { op: 'none' }));
}

function queryFor(operation: Operation, spoil: boolean, known: Record<string, unknown>, random: Random): string {
  const pairs: [string, string][] = [];
  for (const { name, in: place, schema } of operation.parameters) {
    if (place !== 'query' || random.chance(0.6) || name === 'cursor' || name === 'workspace') continue;
    const value = fromSchema(schema, random, known, name);
    pairs.push([name, asText(spoil && random.chance(0.4) ? mutate(value, random) : value)]);
  }
  if (spoil && random.chance(0.1))
    pairs.push([random.pick(['cursor', 'extra', 'at', 'limit']), random.pick(['', '\0', '-1', 'x'])]);
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

async function uploadOne(url: string, key: TestAccount, spoil: boolean, random: Random) {
  const data = random.pick([mp4Bytes(`f${random.below(20)}`), pngBytes(`f${random.below(20)}`)]);
  const form = multipartForm({
    name: 'f',
    data: spoil ? Buffer.from(data).fill(random.below(256), random.below(12)) : data,
  });
  const payload =
    spoil && random.chance(0.5) ? form.payload.subarray(0, random.below(form.payload.length)) : form.payload;
  const headers = { ...form.headers, authorization: `Bearer ${key.key}` };
  const answer = await api.inject({ method: 'POST', url, headers, payload });
  return { answer, what: `upload of ${payload.length} bytes -> ${answer.body?.error?.message}` };
}
