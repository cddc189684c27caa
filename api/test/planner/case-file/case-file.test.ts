import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openTextEngine } from '@framemill/compositor/fonts';
import { expect, it } from 'vitest';
import { buildProject } from './build-project.ts';
import { readCaseFile } from './case-file.ts';
import { judgeCase } from './judge-case.ts';
import { countVerdicts, runCases } from './run-cases.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const [example = '', expectations = ''] = [...readme.matchAll(/```json\n(.*?)```/gs)].map(([, json]) => json ?? '');
const file = path.join(await mkdtemp(path.join(tmpdir(), 'cases-')), 'example.json');
writeFileSync(file, example);
const { layout: measureText } = await openTextEngine();

it('runs the example of the README', () => {
  const results = runCases(readCaseFile(file), measureText);
  expect(countVerdicts(results)).toEqual({ right: 3, wrong: 0, refused: 0, harmful: 0 });
});

it('judges an outcome as right, wrong, refused or harmful', () => {
  const [{ project, ...first } = { project: { commands: [] }, expect: [] }] = readCaseFile(file);
  const built = buildProject(project);
  const measures = { media: built.context.media, measureText };
  const [ocean, market] = built.document.clips;
  const verdictOf = (change: object, more: object = {}) => {
    const clips = built.document.clips.map((clip) =>
      clip.id === ocean?.id ? { ...clip, ...change } : clip.id === market?.id ? { ...clip, ...more } : clip,
    );
    return judgeCase(first, built, { document: { ...built.document, clips }, unresolved: [] }, measures);
  };
  expect(verdictOf({ muted: true }).verdict).toBe('right');
  expect(verdictOf({ volume: 0.5 })).toMatchObject({ verdict: 'wrong', missing: ['ocean.mp4.audible is true'] });
  expect(verdictOf({}).verdict).toBe('refused');
  expect(verdictOf({ muted: true }, { start: 9 })).toMatchObject({
    verdict: 'harmful',
    harm: ['market.mp4.start: 8 -> 9'],
  });
});

it('knows all expectations of the README', () => {
  const [{ project } = { project: { commands: [] } }] = readCaseFile(file);
  const built = buildProject(project);
  const outcome = { document: built.document, unresolved: [] };
  const measures = { media: built.context.media, measureText };
  const { missing } = judgeCase({ expect: JSON.parse(expectations) }, built, outcome, measures);
  expect(missing).toEqual([
    'song.mp3.volume is 1',
    expect.stringMatching(/^0 new clips/),
    'ocean.mp4.filter is not "black and white"',
    'market.mp4.filter is not "black and white"',
    'logo.png.place is not "bottom right"',
    '8 s of ocean.mp4 are left',
    'ocean.mp4 still plays 0-2 s of its source',
    'song.mp3 is still there',
  ]);
});

it('says which case is none', () => {
  writeFileSync(file, JSON.stringify([{ project: [], message: 'x', expect: [{ clap: 1 }] }]));
  expect(() => readCaseFile(file)).toThrow(/case 1 of .*\{"clap":1\} has none of clip/);
});
