import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDocument } from '@framemill/timeline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runIn } from './render-folder.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'framemill-report-cli-'));
  const box = {
    id: 'box',
    name: '',
    type: 'shape',
    src: '',
    shape: { kind: 'circle', fill: '#22cc88', width: 50, height: 50 },
  };
  const label = { id: 'label', name: '', type: 'text', src: '', textStyle: { content: '\u0378', fontSize: 20 } };
  const clips = [
    { ...box, start: 0, duration: 0.5, trackIndex: 0 },
    { ...label, start: 0, duration: 0.5, trackIndex: 2 },
    { ...box, id: 'end', start: 1.5, duration: 0.5, trackIndex: 0 },
  ];
  writeFileSync(
    join(folder, 'film.json'),
    JSON.stringify({ ...createDocument({ width: 128, height: 72, fps: 30 }), clips }),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]) => runIn(folder, ...args);

describe('npm run render -- --report', () => {
  it('names faults with their times and places, and ends with 1 only when a limit is broken', () => {
    expect(run('film.json', '-o', 'film.mp4', '--quality', 'draft').status).toBe(0);
    const free = run('--report', 'film.mp4', 'film.json');
    expect(free).toMatchObject({ status: 0, stderr: '' });
    expect(free.stdout).toMatch(/^film\.mp4: 0\.50-1\.50 s: warning: black: /m);
    expect(free.stdout).toMatch(/^film\.json:1:\d+: warning: glyphs: .*U\+0378.*\(0\.00-0\.50 s\)$/m);
    expect(free.stdout).toMatch(/^film\.mp4: h264 128 x 72, 60 frames, .*; 2 findings$/m);
    const strict = run('--report', 'film.mp4', 'film.json', '--qc', 'strict', '--json');
    const { error, result } = JSON.parse(strict.stdout);
    expect([strict.status, result.broken.length, result.findings.length]).toEqual([1, 2, 2]);
    expect(error.message).toContain('maxBlackSec 0: black for 1.00 s from 0.50 s on');
    writeFileSync(join(folder, 'limits.json'), '{ "maxBlackSec": 2 }');
    expect(run('--report', 'film.mp4', 'film.json', '--qc', 'limits.json').status).toBe(0);
  });

  it('holds what was just rendered to limits as well: the file stays, and it ends with 1', () => {
    const strict = run('film.json', '-o', 'held.mp4', '--quality', 'draft', '--qc', 'strict');
    expect([strict.status, existsSync(join(folder, 'held.mp4'))]).toEqual([1, true]);
    expect(strict.stdout).toMatch(/^rendered held\.mp4: 60 frames/);
    expect(strict.stdout).toMatch(/^film\.json:1:\d+: warning: glyphs: /m);
    expect(strict.stdout).toMatch(/^error: maxBlackSec 0: black for 1\.00 s from 0\.50 s on$/m);
    writeFileSync(join(folder, 'free.json'), '{ "maxBlackSec": 2 }');
    writeFileSync(join(folder, 'rows.csv'), 'reference\na\nb\n');
    const rows = (limits: string) =>
      run(
        'film.json',
        '-o',
        'row-{reference}.mp4',
        '--csv',
        'rows.csv',
        '--quality',
        'draft',
        '--qc',
        limits,
        '--json',
      );
    expect(JSON.parse(rows('free.json').stdout)).toMatchObject({ films: 2, faults: [] });
    const { error, result } = JSON.parse(rows('strict').stdout);
    expect(error.message).toMatch(
      /Rows of the table failed \(2\)\. First error: Row 2: row-a\.mp4 breaks limits: maxBlackSec 0/,
    );
    expect(result).toMatchObject({ films: 2, files: ['row-a.mp4', 'row-b.mp4'] });
    const wrong = run('film.json', '-o', 'none.mp4', '--qc', 'absent.json');
    expect([wrong.status, wrong.stderr, existsSync(join(folder, 'none.mp4'))]).toEqual([
      ...[1, expect.stringMatching(/The limits file absent\.json cannot be read/), false],
    ]);
  });

  it('judges the film that values and an aspect ratio made of the project', () => {
    const label = { id: 'label', name: '', type: 'text', src: '', start: 0, duration: 0.5, trackIndex: 0 };
    const clips = [{ ...label, textStyle: { content: '{{word}}', fontSize: 20 } }];
    writeFileSync(
      join(folder, 'words.json'),
      JSON.stringify({ ...createDocument({ width: 128, height: 72, fps: 30 }), clips }),
    );
    const rendered = run(
      'words.json',
      '-o',
      'tall.mp4',
      '--quality',
      'draft',
      '--aspect',
      '9:16',
      '--set',
      'word=\u0378',
    );
    expect(rendered).toMatchObject({ status: 0 });
    const report = (...more: string[]) => run('--report', 'tall.mp4', 'words.json', ...more);
    expect(report('--set', 'word=yes', '--aspect', '9:16').stdout).not.toContain('glyphs');
    expect(report('--set', 'word=\u0378', '--aspect', '9:16').stdout).toMatch(/warning: glyphs: .*U\+0378/);
    expect(report('--set', 'word').stderr).toContain('--set needs name=value');
    expect(run('--report', 'tall.mp4', '--aspect', '9:16').stderr).toContain('Give the project file after the video');
  });

  it('refuses limits that are none, and what does not go together', () => {
    writeFileSync(join(folder, 'wrong.json'), '{ "maxBlakSec": 2 }');
    expect(run('--report', 'film.mp4', '--qc', 'wrong.json').stderr).toContain('maxBlakSec');
    expect(run('--report').status).toBe(2);
    expect(run('--report', 'rnd_1', 'film.json', '--api', 'http://127.0.0.1:1', '--key-file', 'k').stderr).toContain(
      'only the id of a render',
    );
  });
});
