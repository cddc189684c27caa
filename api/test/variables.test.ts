import { readObject } from '@framemill/infra';
import { objectKeys } from '@framemill/scheduler/protocol';
import { forSuite } from '@framemill/testing/for-suite';
import { beforeAll, describe, expect, it } from 'vitest';
import { mp4Bytes, pngBytes } from './multipart-form.ts';
import { sharedServedApi } from './shared-api.ts';
import type { TestAccount } from './start-api.ts';

const api = forSuite(sharedServedApi);
let mine: TestAccount;
let other: TestAccount;
let projectId: string;
let logo: string;
let photo: string;
let foreign: string;
beforeAll(async () => {
  [mine, other] = [await api.account(), await api.account()];
  const upload = async (who: TestAccount, name: string) =>
    (await api.upload(who, { name: `${name}.png`, data: pngBytes(name) })).body.media.id;
  [logo, photo, foreign] = [await upload(mine, 'logo'), await upload(mine, 'photo'), await upload(other, 'foreign')];
  const { status, body } = await api.send(mine, 'POST', '/v1/projects', {
    name: 'Cards',
    commands: [
      { op: 'addTextClip', text: 'Hello {{name}}, welcome to {{city|Graz}}', start: 0, duration: 2 },
      { op: 'addClip', type: 'image', src: `{{picture|${logo}}}`, start: 0, duration: 2 },
    ],
  });
  expect([status, body.results.map(({ ok }: { ok: boolean }) => ok)]).toEqual([201, [true, true]]);
  projectId = body.project.id;
});

const render = (variables?: unknown) => api.send(mine, 'POST', '/v1/renders', { projectId, variables });
async function snapshotOf(variables: unknown) {
  const { status, body } = await render(variables);
  expect([status, body.error]).toEqual([202, undefined]);
  const key = objectKeys.document(body.render.id);
  return JSON.parse(await readObject(api.deps.store, key, (bytes) => bytes.toString(), { mustExist: true }));
}

describe('variables', () => {
  it('are listed with their defaults and uses', async () => {
    const { body } = await api.send(mine, 'GET', `/v1/projects/${projectId}/variables`);
    const [text, image] = [expect.any(String), expect.any(String)];
    expect(body.variables).toEqual([
      { name: 'name', type: 'text', default: null, uses: [{ clipId: text, field: 'textStyle.content' }] },
      { name: 'city', type: 'text', default: 'Graz', uses: [{ clipId: text, field: 'textStyle.content' }] },
      { name: 'picture', type: 'media', default: logo, uses: [{ clipId: image, field: 'src' }] },
    ]);
  });

  it('are in numbers and colours too: typed, listed with their ranges, and refused by name', async () => {
    const box = { op: 'addShapeClip', kind: 'circle', start: 0, duration: 2, style: { fill: '#ff0000' } };
    const bound = { opacity: '{{strength|0.5}}', 'shape.fill': '{{brand}}' };
    const { body } = await api.send(mine, 'POST', '/v1/projects', {
      name: 'Typed',
      commands: [
        box,
        { op: 'updateClip', clipId: '$0.clipId', patch: { variables: bound } },
        { op: 'updateClip', clipId: '$0.clipId', patch: { variables: { start: '{{s}}' } } },
        { op: 'updateClip', clipId: '$0.clipId', patch: { variables: { 'textStyle.color': '{{s}}' } } },
        { op: 'setProjectSettings', backgroundVariable: '{{back|navy}}' },
      ],
    });
    expect(body.results.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, true, false, false, true]);
    const id: string = body.project.id;
    const listed = (await api.send(mine, 'GET', `/v1/projects/${id}/variables`)).body.variables;
    expect(listed).toMatchObject([
      { name: 'strength', type: 'number', default: '0.5', minimum: 0, maximum: 1 },
      { name: 'brand', type: 'color', default: '#ff0000' },
      { name: 'back', type: 'color', default: 'navy', uses: [{ clipId: null, field: 'settings.background' }] },
    ]);
    const post = (path: string, more: object) => api.send(mine, 'POST', `/v1/${path}`, { projectId: id, ...more });
    const wrong = { strength: 2, brand: 'javascript:alert(1)' };
    const refused = [
      await post('renders', { variables: wrong }),
      await post('renders', { variables: wrong, dryRun: true }),
      await post('batches', { items: [{ variables: {} }, { variables: wrong }] }),
      await post('batches', { csv: 'strength,brand\n2,javascript:alert(1)', dryRun: true }),
      await api.send(
        mine,
        'GET',
        `/v1/projects/${id}/preview?format=html&variables=${encodeURIComponent(JSON.stringify(wrong))}`,
      ),
    ];
    for (const answer of refused) {
      expect([answer.status, answer.body.error?.invalid]).toEqual([400, ['strength', 'brand']]);
    }
    const made = await post('renders', { variables: { strength: '0.25', brand: 'teal' } });
    const key = objectKeys.document(made.body.render.id);
    const { document } = JSON.parse(
      await readObject(api.deps.store, key, (bytes) => bytes.toString(), { mustExist: true }),
    );
    expect(document.clips[0]).toMatchObject({ opacity: 0.25, shape: { fill: 'teal' } });
    expect(document.settings.background).toBe('navy');
  });

  it('are in what is rendered, and the project stays as it is', async () => {
    const { document, media } = await snapshotOf({ name: 'Ana', picture: photo });
    const [clip] = document.clips.filter(({ type }: { type: string }) => type === 'text');
    expect(clip.textStyle.content).toBe('Hello Ana, welcome to Graz');
    expect(Object.keys(media)).toEqual([photo]);
    expect(Object.keys((await snapshotOf({ name: 1, city: 'Linz' })).media)).toEqual([logo]);
    const { body } = await api.send(mine, 'GET', `/v1/projects/${projectId}?view=document`);
    expect(JSON.stringify(body.project.document)).toContain('Hello {{name}}');
  });

  it('that are unknown or missing are named, and nothing is queued', async () => {
    const count = () => api.deps.database.client.render.count({ where: { accountId: mine.accountId } });
    const before = await count();
    const answer = await render({ nane: 'Ana' });
    expect([answer.status, answer.body.error]).toMatchObject([
      400,
      { code: 'invalid_request', unknown: ['nane'], missing: ['name'] },
    ]);
    for (const wrong of [[], 'x', { name: null }, { name: ['a'] }, { name: 'x'.repeat(20_001) }, null]) {
      expect((await render(wrong)).status, JSON.stringify(wrong)?.slice(0, 50)).toBe(400);
    }
    expect(await count()).toBe(before);
  });

  it('name no media of another account, and no address', async () => {
    for (const frame of [foreign, 'http://127.0.0.1/x.png', 'file:///etc/passwd', '../x', 'med_none']) {
      const answer = await render({ name: 'Ana', picture: frame });
      expect([frame, answer.status, answer.body.error.code]).toEqual([frame, 400, 'invalid_request']);
    }
  });

  it('are in previews, and placeholders stay where none are given', async () => {
    const page = async (query: string) =>
      api.send(mine, 'GET', `/v1/projects/${projectId}/preview?format=html${query}`);
    const filled = await page(`&variables=${encodeURIComponent(JSON.stringify({ name: '<b>Ana' }))}`);
    expect(filled.bytes.toString()).toContain('&lt;b&gt;Ana, welcome to Graz');
    expect((await page('')).bytes.toString()).toContain('{{name}}');
    for (const wrong of ['x', '[]', '{"name":{}}', '{"nane":"x"}', '{"name":"\\ud800"}']) {
      expect((await page(`&variables=${encodeURIComponent(wrong)}`)).status, wrong).toBe(400);
    }
  });
});

describe('a clip that lasts as long as the media of a variable', () => {
  /** Ids of two videos: `long` lasts 10 s, `short` 4 s. */
  let [long, short] = ['', ''];
  let id = '';
  beforeAll(async () => {
    const film = async (name: string) =>
      (await api.upload(mine, { name: `${name}.mp4`, data: mp4Bytes(name) })).body.media.id as string;
    [long, short] = [await film('long'), await film('short')];
    const { media } = api.deps.database.client;
    const { facts } = await media.findUniqueOrThrow({ where: { id: short } });
    await media.update({
      where: { id: short },
      data: { durationSec: 4, facts: { ...(facts as object), durationSec: 4 } },
    });
    const { body } = await api.send(mine, 'POST', '/v1/projects', {
      name: 'As long as its media',
      commands: [
        { op: 'addClip', type: 'video', src: `{{film|${long}}}`, start: 0, duration: 'media' },
        { op: 'addTextClip', text: 'The end', start: 10, duration: 2 },
        { op: 'addTextClip', text: 'No length', start: 20, duration: 'media' },
      ],
    });
    const [added, , refused] = body.results;
    expect([added.data.duration, refused.ok, refused.error]).toEqual([10, false, expect.stringContaining('duration')]);
    id = body.project.id;
  });
  const at = (variables: object) =>
    api.send(mine, 'GET', `/v1/projects/${id}/preview?variables=${encodeURIComponent(JSON.stringify(variables))}`);
  const post = (path: string, more: object) => api.send(mine, 'POST', `/v1/${path}`, { projectId: id, ...more });

  it('is told of the variable', async () => {
    const { body } = await api.send(mine, 'GET', `/v1/projects/${id}/variables`);
    expect(body.variables).toEqual([
      {
        ...{ name: 'film', type: 'media', default: long, changesDuration: true },
        uses: [{ clipId: expect.any(String), field: 'src' }],
      },
    ]);
  });

  it('has its length in previews, quotes, renders and batches, and what follows moves', async () => {
    expect([(await at({})).body.durationSec, (await at({ film: short })).body.durationSec]).toEqual([12, 6]);
    const quote = async (path: string, more: object) => {
      const { status, body } = await post(path, { ...more, dryRun: true });
      return [status, body.quote?.durationSec, body.quote?.frames.total];
    };
    expect(await quote('renders', { variables: { film: short } })).toEqual([200, 6, 180]);
    const items = [{ variables: {} }, { variables: { film: short } }];
    expect(await quote('batches', { items })).toEqual([200, 18, 540]);
    const { body } = await post('renders', { variables: { film: short } });
    const { document } = JSON.parse(
      await readObject(api.deps.store, objectKeys.document(body.render.id), (bytes) => bytes.toString(), {
        mustExist: true,
      }),
    );
    expect(document.clips).toMatchObject([
      { src: short, start: 0, duration: 4 },
      { start: 4, duration: 2 },
    ]);
    expect(document.clips[0]).not.toHaveProperty('durationFrom');
    const stored = (await api.send(mine, 'GET', `/v1/projects/${id}?view=document`)).body.project.document;
    expect(stored.clips[0]).toMatchObject({ duration: 10, durationFrom: 'media' });
  });

  it('is refused for media without a length, with the clip and what to do', async () => {
    const variables = { film: photo };
    const answers = [
      await at(variables),
      await post('renders', { variables }),
      await post('renders', { variables, dryRun: true }),
      await post('batches', { items: [{ variables }], dryRun: true }),
    ];
    for (const { status, body } of answers) {
      expect([status, body.error.code, body.error.clipId]).toEqual([400, 'invalid_request', expect.any(String)]);
      expect(body.error.message).toMatch(/lasts as long as its media, but "med_\w+" is an image.*Use a video/);
    }
    expect((await post('renders', { variables: { film: foreign } })).body.error.message).toMatch(/cannot be rendered/);
  });
});
