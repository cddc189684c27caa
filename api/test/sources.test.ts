import { defaultPlans } from '@framemill/scheduler';
import { forSuite } from '@framemill/testing/for-suite';
import { CLIP_DEFAULTS, ClipSchema, createDocument, type SourcePosition, sourcePositions } from '@framemill/timeline';
import type { TSchema } from '@framemill/timeline/typebox';
import { beforeAll, describe, expect, it } from 'vitest';
import { withSource } from '../../timeline/test/with-source.ts';
import { insertProject } from '../src/projects/project-store.ts';
import { pngBytes } from './multipart-form.ts';
import { sharedServedApi } from './shared-api.ts';

const api = forSuite(sharedServedApi);
let projectId: string;
/** Media of another account, and addresses that no account may read. */
let foreign: string[];
const account = forSuite(() => api.account());
beforeAll(async () => {
  const { media } = (await api.upload(await api.account(), { name: 'logo.png', data: pngBytes('hers') })).body;
  foreign = [
    media.id,
    media.url,
    '/etc/passwd',
    'file:///etc/passwd',
    '/uploads/../exports/a.mp4',
    'http://10.0.0.1/a',
  ];
  projectId = (await api.send(account, 'POST', '/v1/projects', { name: 'sources' })).body.project.id;
});

it("refuses another account's media at every position of every command that the schema names", async () => {
  const { commands } = (await api.send(account, 'GET', '/v1/schema/commands')).body.schema;
  const positions = Object.entries<{ params: TSchema }>(commands).flatMap(([op, { params }]) =>
    sourcePositions(params).map(({ path }) => ({ op, params, path })),
  );
  expect(positions.length).toBeGreaterThan(25);
  for (const src of foreign) {
    const batch = positions.map(({ op, params, path }) => ({ op, ...Object(withSource(params, path, src)) }));
    const { body } = await api.send(account, 'POST', `/v1/projects/${projectId}/validate`, { commands: batch });
    const reported = body.results.map(({ error }: { error: string }, index: number) => [positions[index]?.path, error]);
    const wanted = expect.stringContaining(`"${src}" is not media of this account.`);
    expect(reported).toEqual(positions.map(({ path }) => [path, wanted]));
  }
});

it('refuses it in a script as well', async () => {
  const command = { op: 'addShapeClip', kind: 'circle', start: 0, duration: 1 };
  const made = await api.send(account, 'POST', `/v1/projects/${projectId}/commands`, { commands: [command] });
  const { clipId } = made.body.results[0].data;
  const patch = { grade: { lut: { src: foreign[0] } } };
  const source = `commands.updateClip(${JSON.stringify({ clipId, patch })})`;
  const { body } = await api.send(account, 'POST', `/v1/projects/${projectId}/validate`, {
    commands: [{ op: 'runScript', source }],
  });
  expect(body.results[0].error).toMatch(/patch\.grade\.lut\.src ".*" is not media of this account/);
});

describe('a document that holds it already, however it came there, is not rendered:', () => {
  it.each(sourcePositions(ClipSchema))('$path', async ({ path }: SourcePosition) => {
    for (const src of foreign) {
      const base = { ...CLIP_DEFAULTS, id: 'c', type: 'shape', name: 'C', trackIndex: 0, start: 0, duration: 1 };
      const shown = { mediaDuration: 1, shape: { kind: 'circle' } };
      const clip = withSource(ClipSchema, path, src, { ...base, ...shown });
      const document = { ...createDocument({ name: 'restored' }), clips: [Object(clip)] };
      const row = await insertProject(
        api.deps,
        { accountId: account.accountId, plan: defaultPlans.find('studio') },
        document,
        null,
      );
      const answer = await api.send(account, 'POST', '/v1/renders', { projectId: row.id });
      expect([src, answer.status, answer.body.error?.code, answer.body.error?.src]).toEqual([
        ...[src, 400, 'invalid_request', src],
      ]);
      expect(answer.body.error.message).toContain('is unknown. Upload or import the file');
    }
  });
});
