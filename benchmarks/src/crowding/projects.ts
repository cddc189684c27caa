import { randomUUID } from 'node:crypto';
import type { Database } from '@framemill/infra';
import { createDocument, durationSec, parseDocument } from '@framemill/timeline';
import type { BenchAccount } from '../stack/seed-accounts.ts';

/** Ids of the attacking account's projects. Each name states what is large in the project. */
export interface CrowdProjects {
  readonly clips10000: string;
  readonly clips1000: string;
  /** Id of the largest project that the API still processes on its main thread. */
  readonly clips200: string;
  readonly clips30: string;
  /** Id of a project with twenty texts of 4,000 characters. */
  readonly texts: string;
  /** Id of a project with one clip that has the maximum number of keyframes. */
  readonly keyframes: string;
  readonly empty: string;
}

/**
 * Creates the attacking account's projects directly in the database. Through the API the largest would take a minute.
 */
export async function makeProjects(database: Database, { accountId }: BenchAccount): Promise<CrowdProjects> {
  const write = (name: string, clips: object[]) => writeProject(database, accountId, name, clips);
  const many = (count: number) => Array.from({ length: count }, (_, n) => textClip(n, `Clip number ${n} of ${count}`));
  const long = (n: number) => 'A long text that nobody reads to its end, but that has to be laid out. '.repeat(56) + n;
  const moved = { ...textClip(0, 'Moves'), duration: 1_000 };
  const kf = (field: string) => ({
    [field]: Array.from({ length: 1_000 }, (_, n) => ({ time: n, value: n % 100 })),
  });
  return {
    clips10000: await write('clips10000', many(10_000)),
    clips1000: await write('clips1000', many(1_000)),
    clips200: await write('clips200', many(200)),
    clips30: await write('clips30', many(30)),
    texts: await write(
      'texts',
      Array.from({ length: 20 }, (_, n) => textClip(n, long(n))),
    ),
    keyframes: await write('keyframes', [{ ...moved, ...kf('kfX'), ...kf('kfY'), ...kf('kfRotation') }]),
    empty: await write('empty', []),
  };
}

/**
 * Creates a project of an account in the database and returns its id. `settings` override the document's default
 * settings.
 */
export async function writeProject(
  { client }: Database,
  accountId: string,
  name: string,
  clips: object[],
  settings: Parameters<typeof createDocument>[0] = {},
): Promise<string> {
  const document = parseDocument({ ...createDocument({ name, ...settings }), clips });
  const id = `prj_${randomUUID()}`;
  const columns = { name, clipCount: clips.length, durationSec: durationSec(document) };
  await client.project.create({ data: { id, accountId, ...columns, document: JSON.parse(JSON.stringify(document)) } });
  return id;
}

function textClip(n: number, content: string) {
  const textStyle = { content, fontSize: 60, color: '#ffffff' };
  return { id: `clip_${n}`, type: 'text', start: (n * 2) % 3_000, duration: 2, trackIndex: 2, textStyle };
}
