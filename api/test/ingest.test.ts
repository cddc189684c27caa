import { text } from 'node:stream/consumers';
import { objectKeys } from '@framemill/scheduler/protocol';
import { forSuite } from '@framemill/testing/for-suite';
import { describe, expect, it } from 'vitest';
import { deleteMedia } from '../src/media/storage.ts';
import { mp4Bytes } from './multipart-form.ts';
import { sharedServedApi } from './shared-api.ts';
import type { Answer } from './start-api.ts';

const api = forSuite(sharedServedApi);
const account = forSuite(() => api.account());

const analysis = {
  silences: [{ startSec: 2, endSec: 4, levelDb: -70 }],
  speech: [{ startSec: 0, endSec: 2 }],
  loudness: { integratedLufs: -20, truePeakDb: -9 },
};
const strip = { columns: 16, tiles: 3, tileWidth: 128, tileHeight: 72, intervalSec: 0.5 };
const levels = [
  { peaksPerSec: 120, offsetBytes: 0, count: 1 },
  { peaksPerSec: 480, offsetBytes: 1, count: 3 },
];
const nothing = { poster: null, proxy: null, analysisKey: null, waveformKey: null, nodeId: 'n1' };

async function upload(seed: string): Promise<{ id: string; sha256: string; url: string }> {
  return (await api.upload(account, { name: 'clip.mp4', data: mp4Bytes(seed) })).body.media;
}

/**
 * Creates what the scheduler and a farm node create after an upload: the derived files and their rows. This suite runs
 * neither.
 */
async function ingested(media: { id: string; sha256: string }) {
  const { database, store } = api.deps;
  const { accountId } = account;
  const keys = {
    poster: objectKeys.poster(accountId, media.sha256, 'jpeg'),
    proxy: objectKeys.proxy(accountId, media.sha256, 'e'.repeat(64)),
    analysis: objectKeys.analysis(accountId, media.sha256),
    waveform: objectKeys.waveform(accountId, media.sha256),
    filmstrip: objectKeys.filmstrip(accountId, media.sha256),
    peaks: objectKeys.peaks(accountId, media.sha256),
  };
  await store.put(keys.poster, Buffer.from('a picture'), { contentType: 'image/jpeg' });
  await store.put(keys.proxy, Buffer.from('a proxy'), { contentType: 'video/mp4' });
  await store.put(keys.analysis, Buffer.from(JSON.stringify(analysis)), { contentType: 'application/json' });
  await store.put(keys.waveform, Buffer.from('{"peaksPerSec":20,"peaks":[]}'), { contentType: 'application/json' });
  await store.put(keys.filmstrip, Buffer.from('thumbnails'), { contentType: 'image/jpeg' });
  await store.put(keys.peaks, Buffer.from([1, 2, 3, 250]), { contentType: 'application/octet-stream' });
  const filmstrip = { objectKey: keys.filmstrip, ...strip };
  const proxy = { objectKey: keys.proxy, sha256: 'e'.repeat(64), sizeBytes: 7, width: 640, height: 360 };
  const poster = { objectKey: keys.poster, width: 640, height: 360 };
  const done = (part: string, result: object) =>
    database.client.ingest.update({
      where: { mediaId_part: { mediaId: media.id, part } },
      data: { status: 'DONE', result: { ...nothing, ...result } },
    });
  await done('picture', { poster, proxy, filmstrip });
  const peaks = { objectKey: keys.peaks, levels };
  await done('sound', { analysisKey: keys.analysis, waveformKey: keys.waveform, peaks });
  await database.client.media.update({ where: { id: media.id }, data: { posterKey: keys.poster } });
  return keys;
}

async function projectOf(src: string): Promise<{ id: string; clipId: string }> {
  const clip = { op: 'addClip', type: 'video', src, start: 0, duration: 6, trackIndex: 0 };
  const { body } = await api.send(account, 'POST', '/v1/projects', { name: 'p', commands: [clip] });
  return { id: body.project.id, clipId: body.results[0].data.clipId };
}

const run = (projectId: string, command: object): Promise<Answer> =>
  api.send(account, 'POST', `/v1/projects/${projectId}/commands`, { commands: [command] });

describe('a media record', () => {
  it('says what is still being made, and where it is then', async () => {
    const fresh = await upload('record');
    expect(fresh).toMatchObject({
      status: 'READY',
      posterUrl: null,
      waveformUrl: null,
      filmstrip: null,
      peaks: null,
      ingest: { picture: 'PROCESSING', sound: 'PROCESSING', error: null },
    });
    const keys = await ingested(fresh);
    const { media } = (await api.send(account, 'GET', `/v1/media/${fresh.id}`)).body;
    expect(media).toMatchObject({
      posterUrl: `/${keys.poster}`,
      waveformUrl: `/${keys.waveform}`,
      filmstrip: { url: `/${keys.filmstrip}`, ...strip },
      peaks: { url: `/${keys.peaks}`, levels },
      ingest: { picture: 'READY', sound: 'READY', error: null },
    });
    const poster = await api.inject({ method: 'GET', url: media.posterUrl });
    expect([poster.status, poster.headers['content-type'], poster.headers['access-control-allow-origin']]).toEqual([
      200,
      'image/jpeg',
      '*',
    ]);
    const waveform = await api.inject({ method: 'GET', url: media.waveformUrl });
    expect([waveform.status, waveform.body.peaksPerSec]).toEqual([200, 20]);
    const filmstrip = await api.inject({ method: 'GET', url: media.filmstrip.url });
    expect([filmstrip.status, filmstrip.headers['content-type']]).toEqual([200, 'image/jpeg']);
    const range = { method: 'GET', url: media.peaks.url, headers: { range: 'bytes=1-3' } } as const;
    const finest = await api.inject(range);
    expect([finest.status, finest.headers['content-range']]).toEqual([206, 'bytes 1-3/4']);
    const proxy = await api.inject({ method: 'GET', url: media.proxyUrl });
    expect([proxy.status, media.proxyUrl]).toEqual([200, `/${keys.proxy}`]);
    expect((await api.inject({ method: 'GET', url: `/${keys.analysis}` })).status).toBe(404);
  });

  it('is whole without what earlier releases did not make', async () => {
    const fresh = await upload('older');
    await ingested(fresh);
    const { client } = api.deps.database;
    for (const part of ['picture', 'sound']) {
      const where = { mediaId_part: { mediaId: fresh.id, part } };
      await client.ingest.update({ where, data: { result: nothing } });
    }
    const { media } = (await api.send(account, 'GET', `/v1/media/${fresh.id}`)).body;
    expect(media).toMatchObject({ filmstrip: null, peaks: null, ingest: { picture: 'READY', sound: 'READY' } });
  });

  it('says why a part failed, and stays usable', async () => {
    const { id } = await upload('failed');
    const data = { status: 'FAILED', error: 'no sound can be decoded' };
    await api.deps.database.client.ingest.update({ where: { mediaId_part: { mediaId: id, part: 'sound' } }, data });
    const { media } = (await api.send(account, 'GET', `/v1/media/${id}`)).body;
    expect(media).toMatchObject({ status: 'READY', ingest: { sound: 'FAILED', error: 'no sound can be decoded' } });
    const project = await projectOf(id);
    const { results } = (await run(project.id, { op: 'trimSilence', clipId: project.clipId })).body;
    expect(results[0]).toMatchObject({ ok: false, error: expect.stringContaining('was not measured') });
  });
});

describe('commands that listen', () => {
  it('say that the sound is still being measured and to try again', async () => {
    const { id } = await upload('pending');
    const project = await projectOf(id);
    const song = { op: 'addClip', type: 'audio', src: id, start: 0, duration: 6, trackIndex: 3 };
    const music = { id: (await run(project.id, song)).body.results[0].data.clipId };
    for (const command of [
      { op: 'trimSilence', clipId: project.clipId },
      { op: 'normalizeAudio' },
      { op: 'autoDuck', musicClipIds: [music.id] },
    ]) {
      const { status, body } = await run(project.id, command);
      expect([status, body.ok]).toEqual([200, false]);
      expect(body.results[0].error, command.op).toContain('is still being measured. Try again');
    }
  });

  it('use what was measured, also when the clip names the upload by its address', async () => {
    const media = await upload('measured');
    await ingested(media);
    for (const src of [media.id, media.url]) {
      const project = await projectOf(src);
      const trimmed = (await run(project.id, { op: 'trimSilence', clipId: project.clipId })).body;
      expect(trimmed.results[0].data.removedSec).toBeCloseTo(1.8, 1);
      expect(trimmed.results[0].data.clipIds).toHaveLength(2);
      const { results } = (await run(project.id, { op: 'normalizeAudio' })).body;
      expect(results[0].data.gains.map(({ gainDb }: { gainDb: number }) => gainDb)).toEqual([6, 6]);
    }
  });
});

describe('a preview', () => {
  it('is asked for with proxies, a render without', async () => {
    const media = await upload('proxied');
    const keys = await ingested(media);
    const { id } = await projectOf(media.id);
    expect((await api.send(account, 'GET', `/v1/projects/${id}/preview?format=image`)).status).toBe(200);
    const { body } = await api.send(account, 'POST', '/v1/renders', { projectId: id, format: 'mp4' });
    const documents: string[] = [];
    for await (const { key } of api.deps.store.list(`previews/${account.accountId}/`)) {
      documents.push(await text((await api.deps.store.get(key)).body));
    }
    expect(documents.filter((document) => document.includes(keys.proxy))).toHaveLength(1);
    const render = await text((await api.deps.store.get(`renders/${body.render.id}/document.json`)).body);
    expect(render).toContain(media.sha256);
    expect(render).not.toContain('proxies/');
  });
});

describe('deleting media', () => {
  it('takes everything along that was made of it', async () => {
    const media = await upload('deleted');
    const keys = await ingested(media);
    const row = await api.deps.database.client.media.findUniqueOrThrow({ where: { id: media.id } });
    await deleteMedia(api.deps, row);
    for (const key of [...Object.values(keys), row.objectKey]) expect(await api.deps.store.head(key)).toBeNull();
    expect(await api.deps.database.client.ingest.count({ where: { mediaId: media.id } })).toBe(0);
    // Uploaded again it is ingested again.
    expect(await upload('deleted')).toMatchObject({ ingest: { picture: 'PROCESSING' } });
  });
});
