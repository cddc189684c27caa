import { appendFileSync, copyFileSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fontPaths } from '@framemill/compositor/fonts';
import { outputProfile } from '@framemill/compositor/plan';
import { starterImage } from '@framemill/compositor/starters';
import { suiteFolder, testFolder } from '@framemill/testing/folders';
import { wavFile } from '@framemill/testing/wav';
import { createDocument, parseDocument } from '@framemill/timeline';
import { describe, expect, it } from 'vitest';
import { renderProject } from '../src/render/render-project.ts';
import { renderRows } from '../src/render/render-rows.ts';
import { createRepeatableCheck, watchSources } from '../src/render/watch-sources.ts';

const folder = suiteFolder();
const cache = join(folder, 'cache');

/** Writes a project of 128x72 pixels at 30 frames a second. Returns its path. */
function project(clips: readonly object[]): string {
  const path = join(folder, 'film.json');
  writeFileSync(path, JSON.stringify({ ...createDocument({ width: 128, height: 72, fps: 30 }), clips }));
  return path;
}

function settings(clips: readonly object[]) {
  return {
    ...({ format: 'mp4', quality: 'draft', compression: 'fast', resolution: 'full', choice: {} } as const),
    ...{ csvPath: null, service: null },
    ...{ slots: 1, smart: false, media: [], mediaMap: null, variables: null, qc: null },
    ...{ projectPath: project(clips), outPath: join(folder, 'film.mp4') },
  };
}

/**
 * Renders clips. Returns the numbers of segments, whether the audio came from the cache, the warnings, and the bytes of
 * the file.
 */
async function render(clips: readonly object[], options: { cache?: string | null; onStart?: () => void } = {}) {
  const warnings: string[] = [];
  const events = {
    onStart: options.onStart ?? (() => undefined),
    onProgress: () => undefined,
    onStitch: () => undefined,
    onWarning: (sentence: string) => void warnings.push(sentence),
  };
  const all = { ...settings(clips), cache, ...options };
  const { segments, audioCached } = await renderProject(all, events, new AbortController().signal);
  return { segments, audioCached, warnings, bytes: readFileSync(all.outPath).toString('base64') };
}

const write = (name: string, text: string | Buffer) => writeFileSync(join(folder, name), text);
const square = (fill: string, more = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60"><rect width="40" height="50" fill="${fill}"/>${more}</svg>`;
const cube = (red: number) =>
  `LUT_3D_SIZE 2\n${[0, 1, 2, 3, 4, 5, 6, 7].map((i) => `${red} ${(i >> 1) & 1} ${i >> 2}`).join('\n')}\n`;
const font = (number: number) => copyFileSync(fontPaths()[number] ?? '', join(folder, 'own.ttf'));
const tone = (hertz: number) =>
  write(
    'tone.wav',
    wavFile(1, (sec) => 0.3 * Math.sin(hertz * sec)),
  );

const shape = { kind: 'rectangle', fill: '#cc4422', width: 100, height: 60 };
const lut = { id: 'lut', type: 'lut', enabled: true, params: { src: 'look.cube', intensity: 1 } };
/** Project of five segments, each with a source of another kind, and with a text on the fourth segment. */
const film = (content: string) =>
  [
    { type: 'image', src: 'still.svg' },
    { type: 'shape', shape, mask: { shape: 'image', src: 'mask.svg' } },
    { type: 'shape', shape, effects: [lut] },
    { type: 'text', textStyle: { content, fontFamily: './own.ttf', fontSize: 30 } },
    { type: 'video', src: 'footage.mp4' },
    { type: 'audio', src: 'tone.wav', trackIndex: 3 },
  ].map((clip, index) => ({ id: `clip-${index}`, start: index % 5, duration: 1, trackIndex: 0, ...clip }));

describe('a second render', () => {
  it('renders again only what was changed, and its file has the same bytes as one without a cache', async () => {
    write('still.svg', square('#ff0000'));
    write('mask.svg', square('#ffffff'));
    write('look.cube', cube(0.2));
    font(0);
    copyFileSync(starterImage('footage.mp4'), join(folder, 'footage.mp4'));
    tone(2_400);
    const first = await render(film('Hi'));
    expect(first).toMatchObject({ segments: { total: 5, rendered: 5, cached: 0 }, audioCached: false, warnings: [] });
    expect(await render(film('Hi'))).toMatchObject({
      ...{ segments: { total: 5, rendered: 0, cached: 5 }, audioCached: true, bytes: first.bytes },
    });

    const edited = await render(film('Ho'));
    expect(edited).toMatchObject({ segments: { total: 5, rendered: 1, cached: 4 }, audioCached: true });
    expect(edited.bytes).not.toBe(first.bytes);

    // Each of these files is in another segment.
    write('still.svg', square('#00ff00'));
    write('mask.svg', square('#ffffff', '<rect x="45" width="9" height="60"/>'));
    write('look.cube', cube(0.9));
    font(1);
    // A free box, which changes the file but none of its frames.
    appendFileSync(join(folder, 'footage.mp4'), Buffer.from([0, 0, 0, 8, ...Buffer.from('free')]));
    tone(1_200);
    const changed = await render(film('Ho'));
    expect(changed).toMatchObject({ segments: { total: 5, rendered: 5, cached: 0 }, audioCached: false });
    const alone = await render(film('Ho'), { cache: null });
    expect(alone).toMatchObject({ segments: { rendered: 5, cached: 0 }, audioCached: false, bytes: changed.bytes });
    expect(alone.bytes).not.toBe(edited.bytes);

    for (const name of readdirSync(cache)) {
      const bytes = readFileSync(join(cache, name));
      writeFileSync(join(cache, name), name.startsWith('audio') ? bytes.subarray(0, -100) : bytes.fill(0, 200, 209));
    }
    expect(await render(film('Ho'))).toMatchObject({
      ...{ segments: { total: 5, rendered: 5, cached: 0 }, audioCached: false, warnings: [], bytes: alone.bytes },
    });
  });

  it('remembers nothing of a source that changed while it was rendered', async () => {
    const clips = [{ id: 'still', type: 'image', src: 'edited.svg', start: 0, duration: 0.2, trackIndex: 0 }];
    const [before, after] = [square('#123456'), square('#fedcba')];
    write('edited.svg', before);
    await render(clips, { onStart: () => write('edited.svg', after) });
    write('edited.svg', before);
    expect(await render(clips)).toMatchObject({ segments: { total: 1, rendered: 1, cached: 0 } });
    expect(await render(clips)).toMatchObject({ segments: { total: 1, rendered: 0, cached: 1 } });
  });

  it('repeats its warnings: a segment with one is not remembered', async () => {
    const textStyle = { content: '\u0378' };
    const clips = [{ id: 'text', type: 'text', start: 0, duration: 0.2, trackIndex: 0, textStyle }];
    const [first, second] = [await render(clips), await render(clips)];
    expect(first.warnings).toHaveLength(1);
    expect(second).toMatchObject({ warnings: first.warnings, segments: { rendered: 1, cached: 0 } });
  });

  it('of a table uses the segments of earlier tables', async () => {
    const clips = [
      { id: 't', type: 'text', start: 0, duration: 0.2, trackIndex: 0, textStyle: { content: '{{who}}' } },
    ];
    const table = join(folder, 'rows.csv');
    const rows = async (...names: string[]) => {
      writeFileSync(table, `who\n${names.join('\n')}\n`);
      const quiet = () => undefined;
      const events = { onStart: quiet, onProgress: quiet, onStitch: quiet, onWarning: quiet, onFilm: quiet };
      const options = { ...settings(clips), cache, outPath: join(folder, 'row-{who}.mp4') };
      return (await renderRows(options, table, events, new AbortController().signal)).segments;
    };
    expect(await rows('Ann', 'Bob')).toEqual({ total: 2, rendered: 2, cached: 0 });
    expect(await rows('Bob', 'Eve')).toEqual({ total: 2, rendered: 1, cached: 1 });
  });
});

describe('the sources of a render', () => {
  const facts = {
    kind: 'image',
    sha256: 'of the probe',
    mimeType: 'image/svg+xml',
    sizeBytes: 1,
    hasAudio: false,
  } as const;

  /** Returns the key of a file, for a probe that reports `fields`. */
  async function keyOf(path: string, reading: 'ends' | 'whole' = 'ends', fields: object = {}) {
    const described = { ...facts, width: 1, height: 1, durationSec: null, fps: null, ...fields };
    const probe = async () => ({ ...described, sizeBytes: statSync(path).size });
    const watched = watchSources(probe, { reading, always: false, hashes: new Map() });
    const media = { still: { path, facts: await watched.probe(path) } };
    return { watched, key: (await watched.keyed(media)).still?.sha256 };
  }

  it('are named by their content and their facts, not by their place', async () => {
    const [one, two] = [join(testFolder(), 'a.svg'), join(testFolder(), 'b.svg')];
    for (const path of [one, two]) writeFileSync(path, 'same');
    const { key } = await keyOf(one);
    expect((await keyOf(two)).key).toBe(key);
    expect((await keyOf(one, 'ends', { width: 2 })).key).not.toBe(key);
    writeFileSync(one, 'some');
    expect((await keyOf(one)).key).not.toBe(key);
    // The probe has read all of the file.
    const hashed = await keyOf(one, 'whole', { sha256: 'a' });
    expect(hashed.key).not.toBe((await keyOf(one, 'whole', { sha256: 'b' })).key);
  });

  it('that are large are named by their place and times, also the time that programs cannot set', async () => {
    const path = join(testFolder(), 'large.mov');
    writeFileSync(path, Buffer.alloc(2_000_000, 1));
    utimesSync(path, 1_000, 1_000);
    const { key, watched } = await keyOf(path);
    expect((await keyOf(path)).key).toBe(key);
    expect(await watched.areUnchanged()).toBe(true);
    writeFileSync(path, Buffer.alloc(2_000_000, 2));
    utimesSync(path, 1_000, 1_000);
    expect((await keyOf(path)).key).not.toBe(key);
    expect(await watched.areUnchanged()).toBe(false);
  });

  it('are the same in every run, except for pages and for drawings with text, which use installed fonts', async () => {
    const home = testFolder();
    const clips = [
      { type: 'image', src: 'plain.svg' },
      { type: 'image', src: 'text.svg' },
      { type: 'shape', shape },
      { type: 'html', html: { html: '<p>Hi</p>' } },
    ].map((clip, start) => ({ id: `${start}`, start: 2 * start, duration: 2, trackIndex: 0, ...clip }));
    const document = parseDocument({ ...createDocument({ width: 128, height: 72, fps: 30 }), clips });
    const drawing = (name: string, text: string) => {
      writeFileSync(join(home, name), text);
      return { path: join(home, name), facts: { ...facts, width: 1, height: 1, durationSec: null, fps: null } };
    };
    const media = {
      'plain.svg': drawing('plain.svg', square('#fff')),
      'text.svg': drawing('text.svg', square('#fff', '<text y="9">Hi</text>')),
    };
    const output = {
      format: 'mp4',
      quality: 'draft',
      resolution: 'full',
      maxShortSide: null,
      watermark: false,
    } as const;
    const { profile } = outputProfile(document.settings, output);
    const isRepeatable = await createRepeatableCheck(document, profile, media);
    const found = [0, 60, 120, 180].map((startFrame) => isRepeatable({ startFrame, endFrame: startFrame + 30 }));
    // A clip counts beyond its end, where a transition may show it.
    expect(found).toEqual([true, false, false, false]);
    expect(isRepeatable({ startFrame: 0, endFrame: 61 })).toBe(false);
  });
});
