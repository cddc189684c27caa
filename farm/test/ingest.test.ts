import { createHash } from 'node:crypto';
import { buffer, json } from 'node:stream/consumers';
import type { ObjectStore } from '@framemill/infra';
// biome-ignore lint/style/noRestrictedImports: this suite runs the whole stack; only src/ is a node.
import { planIngest, previewMediaOf } from '@framemill/scheduler';
import { type IngestResult, ingestJobs, parseMediaFacts } from '@framemill/scheduler/protocol';
import { smallDocument } from '@framemill/testing/documents';
import { forSuite } from '@framemill/testing/for-suite';
import { openStack } from '@framemill/testing/stack';
import { toneWav } from '@framemill/testing/wav';
import { CLIP_DEFAULTS, createDocument, type Document } from '@framemill/timeline';
import { beforeAll, describe, expect, it, vi } from 'vitest';

const seconds = 1;

describe('the ingest on a real node', () => {
  const stack = forSuite(() => openStack({ scheduler: true }));
  beforeAll(async () => {
    await stack.farm(1, 'ingester');
  });

  /**
   * Renders a 720p video of one colour with audio and returns the file's bytes. It is larger than the 540p preview
   * proxies.
   */
  const filmOf = async (accountId: string, background: string, hertz: number): Promise<Buffer> => {
    const audio = await stack.upload(accountId, 'tone.wav', toneWav(seconds, hertz));
    const film = smallDocument(seconds, audio);
    const renderId = await stack.render(accountId, {
      ...film,
      settings: { ...film.settings, width: 1280, height: 720, background },
    });
    const { exportKey } = await stack.reaches(renderId, 'COMPLETED');
    return bytesOf(stack.store, exportKey ?? '');
  };

  /** Schedules the ingest of a media file. Resolves with its parts when none is pending. */
  const endOfIngest = async (mediaId: string) => {
    const { client } = stack.database;
    const { facts } = await client.media.findUniqueOrThrow({ where: { id: mediaId } });
    await client.$transaction((tx) => planIngest(tx, mediaId, parseMediaFacts(facts)));
    return vi.waitFor(
      async () => {
        const rows = await client.ingest.findMany({ where: { mediaId } });
        const pending = rows.find(({ status }) => status === 'PENDING');
        if (pending) throw new Error(`${pending.part} is pending: ${pending.error ?? 'no error'}`);
        return rows;
      },
      { timeout: 100_000, interval: 100 },
    );
  };

  const ingest = async (mediaId: string): Promise<Record<string, IngestResult>> => {
    const rows = await endOfIngest(mediaId);
    return Object.fromEntries(rows.map(({ part, result }) => [part, ingestJobs.sound.parseResult(result)]));
  };

  /** Creates a project that shows a single video. */
  const showing = (src: string): Document => ({
    ...createDocument({ width: 1280, height: 720 }),
    clips: [
      {
        ...CLIP_DEFAULTS,
        ...{ id: 'c1', name: 'film', type: 'video', src, trackIndex: 0 },
        ...{ start: 0, duration: seconds, mediaDuration: seconds },
      },
    ],
  });

  const frameHash = async (accountId: string, src: string, scale: number): Promise<string> => {
    const document = showing(src);
    const media = await previewMediaOf(stack, accountId, document);
    const frame = { atSec: 0.5, image: 'png', scale, timeoutMs: 200_000 } as const;
    const { objectKey } = await stack.client.requestFrame({ accountId, document, media, ...frame });
    return createHash('sha256')
      .update(await bytesOf(stack.store, objectKey))
      .digest('hex');
  };

  it('makes poster, proxy, filmstrip, analysis, waveform and peaks of a film, and the poster of an image', async () => {
    const accountId = await stack.account();
    const film = await stack.upload(accountId, 'film.mp4', await filmOf(accountId, '#264653', 440));
    const { picture: frame, sound: audio } = await ingest(film);
    const posterKey = frame?.poster?.objectKey ?? '';
    expect(frame?.poster).toMatchObject({ width: 640, height: 360 });
    expect((await bytesOf(stack.store, posterKey)).subarray(0, 3).toString('hex')).toBe('ffd8ff');
    expect((await stack.store.head(posterKey))?.contentType).toBe('image/jpeg');
    const row = await stack.database.client.media.findUniqueOrThrow({ where: { id: film } });
    expect(row.posterKey).toBe(posterKey);

    const { objectKey = '', ...proxy } = frame?.proxy ?? { sha256: 'none' };
    expect(objectKey).toBe(`proxies/${accountId}/${row.sha256}/${proxy.sha256}.mp4`);
    const { sha256 = '', sizeBytes = 0 } = frame?.proxy ?? {};
    const made = { objectKey, sha256, sizeBytes };
    const facts = await stack.client.requestProbe({ mediaId: `probe-${film}`, ...made, timeoutMs: 200_000 });
    expect(facts).toMatchObject({ kind: 'video', width: 960, height: 540, hasAudio: false, ...proxy });

    const analysis = await json((await stack.store.get(audio?.analysisKey ?? '')).body);
    expect(analysis).toMatchObject({ speech: [], loudness: { integratedLufs: expect.any(Number) } });
    const waveform = await json((await stack.store.get(audio?.waveformKey ?? '')).body);
    expect(waveform).toMatchObject({ peaksPerSec: 20, peaks: expect.arrayContaining([0.24]) });

    const { objectKey: stripKey = '', ...strip } = frame?.filmstrip ?? {};
    expect(strip).toMatchObject({
      columns: 16,
      tileWidth: 128,
      tileHeight: 72,
      intervalSec: 0.5,
      tiles: 2 * seconds,
    });
    expect(stripKey).toBe(`filmstrips/${accountId}/${row.sha256}.jpg`);
    const sheet = await stack.upload(accountId, 'strip.jpg', await bytesOf(stack.store, stripKey));
    const { facts: ofSheet } = await stack.database.client.media.findUniqueOrThrow({ where: { id: sheet } });
    expect(parseMediaFacts(ofSheet)).toMatchObject({ width: 2 * seconds * 128, height: 72 });
    const { objectKey: peaksKey = '', levels = [] } = audio?.peaks ?? {};
    const finest = levels.at(-1);
    expect(finest).toMatchObject({ peaksPerSec: 480, count: seconds * 480 });
    const bytes = await bytesOf(stack.store, peaksKey);
    expect(bytes.length).toBe((finest?.offsetBytes ?? 0) + (finest?.count ?? 0));
    // A tone of 0.24: see the waveform.
    expect(Math.max(...bytes.subarray(finest?.offsetBytes))).toBe(Math.max(...bytes.subarray(0, levels[0]?.count)));

    const image = await stack.upload(accountId, 'frame.jpg', await bytesOf(stack.store, posterKey));
    const ofImage = await ingest(image);
    expect(Object.keys(ofImage)).toEqual(['picture']);
    expect(ofImage.picture).toMatchObject({ poster: { width: 640, height: 360 }, proxy: null });
    expect(ofImage.picture?.filmstrip).toBeUndefined();
  });

  it('gives previews a proxy where it is enough, and renders never one', async () => {
    const accountId = await stack.account();
    const teal = await filmOf(accountId, '#264653', 440);
    const film = await stack.upload(accountId, 'teal.mp4', teal);
    const other = await stack.upload(accountId, 'red.mp4', await filmOf(accountId, '#9b2226', 660));
    const [truth, full] = [await frameHash(accountId, film, 0.5), await frameHash(accountId, film, 1)];
    const { picture: frame } = await ingest(film);
    const { picture: ofOther } = await ingest(other);
    expect(await frameHash(accountId, film, 0.5)).not.toBe(truth);

    // The film's proxy is now the other film's: whatever reads it shows another picture.
    const result = { ...frame, proxy: ofOther?.proxy ?? null };
    const where = { mediaId_part: { mediaId: film, part: 'picture' } };
    await stack.database.client.ingest.update({ where, data: { result } });
    const swapped = await frameHash(accountId, film, 0.5);
    expect(swapped).toBe(await frameHash(accountId, other, 0.5));
    expect(await frameHash(accountId, film, 1)).toBe(full);

    // Another account, which has no proxy of this film and reuses nothing.
    const stranger = await stack.account();
    const plain = await stack.upload(stranger, 'teal.mp4', teal);
    const [withProxy, without] = [
      await stack.render(accountId, showing(film)),
      await stack.render(stranger, showing(plain)),
    ];
    await stack.reaches(withProxy, 'COMPLETED');
    await stack.reaches(without, 'COMPLETED');
    expect(await stack.exportHash(withProxy)).toBe(await stack.exportHash(without));
    const snapshot = await bytesOf(stack.store, `renders/${withProxy}/document.json`);
    expect(snapshot.includes('proxies/')).toBe(false);
  });

  it('of a file that turns out to be broken fails with the reason, and the media can still be tried', async () => {
    const accountId = await stack.account();
    const claimed = { kind: 'audio', mimeType: 'audio/wav', width: null, height: null } as const;
    const facts = { ...claimed, durationSec: 2, fps: null, hasAudio: true };
    const { id: forged } = await stack.media(accountId, facts, Buffer.from('RIFF____WAVEthis is no sound'));
    expect(await endOfIngest(forged)).toMatchObject([
      { part: 'sound', status: 'FAILED', failures: 0, error: expect.stringMatching(/\S+ \S+/) },
    ]);
    const row = await stack.database.client.media.findUniqueOrThrow({ where: { id: forged } });
    expect(row.status).toBe('READY');
  });
});

async function bytesOf(store: ObjectStore, key: string): Promise<Buffer> {
  return buffer((await store.get(key)).body);
}
