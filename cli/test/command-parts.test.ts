import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDocument, parseDocument } from '@framemill/timeline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderOptions } from '../src/options.ts';
import { findSources, sourcesOfClips } from '../src/project/find-sources.ts';
import { readMediaOptions } from '../src/project/media-options.ts';
import { readProject } from '../src/project/read-project.ts';
import { createProgressLine, describeProgress } from '../src/render/progress-line.ts';
import { createSegmentShares } from '../src/render/render-segments.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'framemill-parts-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the command line', () => {
  it('chooses the format by the ending and one process a core', () => {
    expect(renderOptions(['p.json', '-o', 'a.WEBM'])).toMatchObject({
      format: 'webm',
      quality: 'standard',
      resolution: 'full',
    });
    expect(renderOptions(['p.json', '-o', 'a.bin', '--format', 'gif', '--slots', '3'])).toMatchObject({
      format: 'gif',
      slots: 3,
    });
    const set = ['--set', 'name=Ana', '--set', 'link=https://a.example/?b=c', '--set', 'none='];
    expect(renderOptions(['p.json', '-o', 'a.mp4', ...set])).toMatchObject({
      variables: { name: 'Ana', link: 'https://a.example/?b=c', none: '' },
    });
    expect(renderOptions(['p.json', '-o', 'a.mp4'])).toMatchObject({ variables: null });
  });

  it.each([
    { args: [], says: /No project file/ },
    { args: ['a.json', 'b.json', '-o', 'a.mp4'], says: /Only one project can be given \(also got b\.json\)/ },
    { args: ['p.json'], says: /No output file/ },
    { args: ['p.json', '-o', 'a.mp4', '--slots', '0'], says: /--slots must be a whole number/ },
    { args: ['p.json', '-o', 'a.mp4', '--quality', 'best'], says: /--quality must be one of draft, standard, high/ },
    { args: ['p.json', '-o', 'a.mp4', '--set', 'name'], says: /--set needs name=value \(got "name"\)/ },
    { args: ['p.json', '-o', 'a.mp4', '--wrong'], says: /--wrong/ },
  ])('refuses $args', ({ args, says }) => {
    expect(() => renderOptions(args)).toThrow(says);
  });
});

describe('a project file', () => {
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };

  it('is a document, or a document with the folder of its media', async () => {
    const document = createDocument();
    const content = { kind: 'document', document };
    const read = (name: string, value: unknown) => readProject(write(name, JSON.stringify(value)));
    expect(await read('bare.json', document)).toMatchObject({ content, mediaRoot: folder });
    expect(await read('named.json', { $schema: 'document.schema.json', ...document })).toMatchObject({ content });
    const wrapped = await read('wrapped.json', { document, mediaRoot: 'media' });
    expect(wrapped).toMatchObject({ content, mediaRoot: join(folder, 'media') });
    expect(await read('answer.json', { project: { id: 'p', document } })).toMatchObject({ content });
    await expect(read('bare-answer.json', { project: { id: 'p' } })).rejects.toThrow(/\?view=document/);
    const commands = [{ op: 'addTrack', type: 'audio' }];
    const made = await read('commands.json', { name: 'Film', commands });
    expect(made.content).toEqual({ kind: 'commands', name: 'Film', commands });
  });

  it('says where a field stands', async () => {
    const text =
      '{\n  "document": {\n    "clips": [\n      { "id": "a" },\n      { "id": "b",\n        "start": -1 }\n    ' +
      ']\n  }\n}\n';
    const path = write('places.json', text);
    const { placeOf } = await readProject(path);
    expect(placeOf('clips[1].start')).toBe(`${path}:6:9`);
    expect(placeOf('clips[1].color')).toBe(`${path}:5:7`);
    expect(placeOf('document')).toBe(`${path}:2:3`);
    await expect(readProject(write('comma.json', '{\n  "version": 2\n  "clips": []\n}'))).rejects.toThrow(
      /comma\.json:3:3: The file is not JSON: Expected ',' or '}' after property value/,
    );
    await expect(readProject(write('cut.json', '{\n  "version": 2,\n'))).rejects.toThrow(/cut\.json:3:1: /);
    await expect(readProject(write('word.json', '{\n  "version": two\n}'))).rejects.toThrow(/word\.json:2:14: /);
    await expect(readProject(write('op.json', '{ "commands": [\n  { "op": "addTrack" },\n  {} ] }'))).rejects.toThrow(
      /op\.json:3:3: commands\[1\] must be an object with an op/,
    );
  });

  it('is refused with the reason', async () => {
    await expect(readProject(join(folder, 'none.json'))).rejects.toThrow(/none.json cannot be read/);
    await expect(readProject(write('text.json', 'hello'))).rejects.toThrow(/not JSON/);
    await expect(
      readProject(write('root.json', JSON.stringify({ document: createDocument(), mediaRoot: 3 }))),
    ).rejects.toThrow(/mediaRoot .*got 3/);
  });

  it('may only play local files', async () => {
    const clip = {
      id: 'far',
      name: '',
      type: 'audio',
      src: 'https://example.com/a.wav',
      start: 0,
      duration: 1,
      trackIndex: 3,
    };
    const document = parseDocument({ ...createDocument(), clips: [clip] });
    const probe = () => Promise.reject(new Error('must not be asked'));
    const finder = { mediaRoot: folder, files: new Map<string, string>(), probe };
    const { media, faults } = await findSources(sourcesOfClips(document), finder);
    expect([media, faults.map(({ message }) => message)]).toEqual([{}, [expect.stringMatching(/only local files/)]]);
    expect(faults[0]?.details).toMatchObject({ field: 'clips[0].src' });
  });

  it('may name media by ids, whose files a map or the command line says', async () => {
    const map = write('map.json', JSON.stringify({ med_1: 'one.wav', med_2: 'two.wav' }));
    const files = await readMediaOptions({ mediaMap: map, media: ['med_2=/elsewhere/two.wav'] });
    expect([...files]).toEqual([
      ['med_1', join(folder, 'one.wav')],
      ['med_2', '/elsewhere/two.wav'],
    ]);
    await expect(readMediaOptions({ mediaMap: null, media: ['med_2'] })).rejects.toThrow(/--media must be <id>=<file>/);
    const broken = write('broken-map.json', '{ "med_1": 3 }');
    await expect(readMediaOptions({ mediaMap: broken, media: [] })).rejects.toThrow(/got 3 for "med_1"/);
  });
});

describe('the dealing out of segments', () => {
  const segments = Array.from({ length: 23 }, (_, index) => ({
    index,
    startFrame: index * 30,
    endFrame: index * 30 + 30,
    contentKey: '',
  }));

  it.each([1, 2, 5])('gives each segment to one of %i processes, in neighbouring runs', (slots) => {
    const shares = createSegmentShares(segments, slots);
    const dealt: number[] = [];
    // The first process is ten times as fast: it must end up helping the others.
    for (let turn = 0, slot = 0; ; turn++, slot = turn % 11 < 10 ? 0 : 1 + (turn % Math.max(1, slots - 1))) {
      const batch = shares.take(Math.min(slot, slots - 1)).map(({ index }) => index);
      if (batch.length === 0) break;
      expect(batch).toEqual(batch.map((_, i) => (batch[0] ?? 0) + i));
      dealt.push(...batch);
    }
    expect(dealt.sort((a, b) => a - b)).toEqual(segments.map(({ index }) => index));
  });

  it('gives all processes about as many frames', () => {
    const lengths = [45, 45, 30, 15, 15, 15, 15];
    let startFrame = 0;
    const plans = lengths.map((frames, index) => {
      startFrame += frames;
      return { index, startFrame: startFrame - frames, endFrame: startFrame, contentKey: '' };
    });
    const shares = createSegmentShares(plans, 2);
    const firsts = [shares.take(0), shares.take(1)].map((batch) => batch[0]?.index);
    expect(firsts).toEqual([0, 2]);
  });

  it('gives the longer one of the last two to the process that is free first', () => {
    const lengths = [60, 60, 60, 15];
    const plans = lengths.map((frames, index) => ({ index, startFrame: 0, endFrame: frames, contentKey: '' }));
    const shares = createSegmentShares(plans, 2);
    const taken = [shares.take(0), shares.take(0), shares.take(0), shares.take(1)];
    expect(taken.map((batch) => batch.map(({ index }) => index))).toEqual([[0], [1], [2], [3]]);
  });
});

describe('the progress', () => {
  it('tells speed and time left', () => {
    expect(describeProgress(150, 600, 5, 15)).toBe('25 % · 150/600 frames · 30.0 fps · 15 s left');
    expect(describeProgress(0, 600, 0, null)).toBe('0 % · 0/600 frames · 0.0 fps');
    expect(describeProgress(10, 100_000, 1, 9_999)).toContain('166 min 39 s left');
  });

  it('does not count the start of the processes in the time left', () => {
    let now = 0;
    const written: string[] = [];
    const line = createProgressLine({ isTTY: true, write: (text: string) => written.push(text) }, 100, () => now);
    for (const [at, done] of [
      [0, 0],
      [5_000, 10],
      [6_000, 20],
    ] as const) {
      now = at;
      line.update(done);
    }
    expect(written.map((text) => /· ([^·]*) left/.exec(text)?.[1])).toEqual([undefined, undefined, '8 s']);
  });

  it('redraws one line on a terminal and writes a few lines elsewhere', () => {
    let now = 0;
    const draw = (isTTY: boolean) => {
      const written: string[] = [];
      const line = createProgressLine(
        { isTTY, columns: 100, write: (text: string) => written.push(text) },
        1_000,
        () => now,
      );
      for (let done = 1; done <= 1_000; done++, now += 10) line.update(done);
      line.end();
      return written;
    };
    const terminal = draw(true);
    expect(terminal.length).toBeLessThan(110);
    expect(terminal[0]).toMatch(/^\r.*\[#*-+\]/);
    expect(terminal.at(-1)).toBe('\n');
    const plain = draw(false);
    expect(plain.length).toBeLessThanOrEqual(4);
    expect(plain.every((text) => /^\d+ % .*\n$/.test(text))).toBe(true);
  });
});
