import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wavFile } from '@framemill/testing/wav';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importOptions } from '../src/options.ts';
import { importFile } from '../src/project/import-file.ts';
import { readProject } from '../src/project/read-project.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'framemill-import-'));
  mkdirSync(join(folder, 'footage', 'sounds'), { recursive: true });
  writeFileSync(
    join(folder, 'footage', 'sounds', 'rain.wav'),
    wavFile(2, (sec) => Math.sin(2_400 * sec)),
  );
  const clips = [
    { asset: { type: 'audio', src: 'https://media.example.org/rain.wav' }, start: 0, length: 'auto' },
    { asset: { type: 'image', src: 'https://media.example.org/sky.png' }, start: 'auto', length: 3 },
  ];
  writeFileSync(join(folder, 'edit.json'), JSON.stringify({ timeline: { tracks: [{ clips }] }, callback: 'x' }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const signal = new AbortController().signal;

it('writes a project with the media of the folder, placeholders, and the report', async () => {
  const out = join(folder, 'film');
  const options = { file: join(folder, 'edit.json'), folder: out, mediaFolder: join(folder, 'footage') };
  const { text, result } = await importFile(options, signal);
  expect(result).toMatchObject({ format: 'shotstack', clips: 2, missing: [{ name: 'sky.png', type: 'image' }] });
  expect(text).toContain('callback: "x": Webhooks belong to the account.');
  expect(text).toContain('image sky.png (https://media.example.org/sky.png)');
  const { content, mediaRoot } = await readProject(join(out, 'project.json'));
  expect(mediaRoot).toBe(join(folder, 'footage'));
  expect(content).toMatchObject({
    document: {
      clips: [
        { type: 'text', start: 2, duration: 3, missing: { type: 'image' } },
        { type: 'audio', src: './sounds/rain.wav', duration: 2, durationFrom: 'media' },
      ],
    },
  });
  expect(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')).report).toHaveLength(1);
  await expect(importFile(options, signal)).rejects.toThrow(/project\.json exists already\. Name another folder/);
});

it('refuses a file or a media folder that is not there, and writes nothing', async () => {
  const out = join(folder, 'nothing');
  const missing = { file: join(folder, 'none.json'), folder: out, mediaFolder: null };
  await expect(importFile(missing, signal)).rejects.toThrow(/none\.json cannot be read/);
  const nowhere = { file: join(folder, 'edit.json'), folder: out, mediaFolder: join(folder, 'none') };
  await expect(importFile(nowhere, signal)).rejects.toThrow(/Check --media/);
  expect(existsSync(out)).toBe(false);
});

it('names the folder after the file, and needs a file', () => {
  expect(importOptions(['cuts/edit.json'])).toEqual({ file: 'cuts/edit.json', folder: 'edit', mediaFolder: null });
  expect(importOptions(['a.otio', 'film', '--media', 'in'])).toEqual({
    file: 'a.otio',
    folder: 'film',
    mediaFolder: 'in',
  });
  expect(() => importOptions([])).toThrow(/No file was given/);
  expect(() => importOptions(['a', 'b', 'c'])).toThrow(/Only one project/);
});
