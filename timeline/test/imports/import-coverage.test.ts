import { describe, expect, it } from 'vitest';
import { IMPORT_FORMATS } from '../../src/import/formats.ts';
import { SourceTree } from '../../src/import/source-tree.ts';
import { facts, imported, SAMPLES, sample } from './import-samples.ts';

const UNKNOWN = 'The importer does not know this field.';

/** Returns the leaves of a JSON value with their paths. */
function leavesOf(value: unknown, path: (string | number)[] = []): { path: (string | number)[]; value: unknown }[] {
  if (value === null) return [];
  if (typeof value !== 'object') return [{ path, value }];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}

/** Returns a copy of a JSON value with another leaf at `path`. */
function changed(value: unknown, [key, ...rest]: readonly (string | number)[], leaf: unknown): unknown {
  if (key === undefined) return leaf;
  if (Array.isArray(value)) return value.map((inner: unknown, at) => (at === key ? changed(inner, rest, leaf) : inner));
  return { ...Object(value), [key]: changed(Object(value)[key], rest, leaf) };
}

/** Returns another value of the same type, which is valid for most fields. */
function other(value: unknown): unknown {
  if (typeof value === 'number') return value === 0 ? 0.5 : value * 0.9;
  if (typeof value === 'boolean') return !value;
  const text = String(value);
  return /^#[0-9a-f]{6}$/i.test(text) ? '#123456' : `${text}x`;
}

/** Leaves without an effect: aliases that no clip refers to, and the lower padding of a text at the upper edge. */
const WITHOUT_EFFECT = /alias$|padding\.bottom$/;

/** Returns the path of a leaf as the report has it. */
function pathOf(path: readonly (string | number)[]): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .slice(1);
}

describe('an import', () => {
  it.each(SAMPLES)('has no value of %s that is neither used nor reported', (name) => {
    const { report, coverage } = imported(sample(name));
    const unknown = report.filter(({ why }) => why === UNKNOWN).map(({ path }) => path);
    expect(unknown).toEqual(name === 'cut.otio' ? ['metadata'] : []);
    expect(coverage.used + coverage.reported + coverage.idle).toBe(coverage.leaves);
  });

  it.each(SAMPLES.filter((name) => name.endsWith('.json')))('uses or reports every value of %s', (name) => {
    const file: unknown = JSON.parse(sample(name));
    const result = (value: unknown) => {
      try {
        const { coverage: _, ...rest } = imported(value);
        return JSON.stringify(rest);
      } catch (error) {
        return String(error);
      }
    };
    const before = result(file);
    const reported = imported(file).report.map(({ path }) => path);
    const unchanged = leavesOf(file)
      .filter(({ path, value }) => result(changed(file, path, other(value))) === before)
      .map(({ path }) => pathOf(path))
      // A row about an object or a list says nothing of its values.
      .filter((path) => !WITHOUT_EFFECT.test(path) && !reported.some((row) => path.startsWith(row)));
    expect(unchanged).toEqual([]);
  });

  it('gives each unknown field a row, and an unknown object a single one', () => {
    const clip = { asset: { type: 'text', text: 'Hi', glow: 3 }, start: 0, length: 1, studio: { a: 1, b: { c: 'x' } } };
    const { report, coverage } = imported({ timeline: { tracks: [{ clips: [clip] }] }, output: { format: 'mp4' } });
    expect(report.map(({ path, what, why }) => [path, what, why])).toEqual([
      ['timeline.tracks[0].clips[0].asset.glow', '3', UNKNOWN],
      ['timeline.tracks[0].clips[0].studio', 'an object with a, b', UNKNOWN],
    ]);
    expect(coverage).toEqual({ leaves: 8, used: 5, reported: 3, idle: 0 });
  });

  it('names the formats that it knows when it does not know one', () => {
    expect(() => imported('Once upon a time')).toThrow(
      'The format of the file is not known. Known formats: Shotstack Edit JSON, OpenTimelineIO, CMX3600 edit decision list.',
    );
    expect(() => imported({ layers: [] })).toThrow('The format of the file is not known.');
    expect(IMPORT_FORMATS.map(({ name }) => name)).toEqual(['shotstack', 'otio', 'edl']);
  });

  it.each([
    ['a deep list', '['.repeat(5_000_000), /not valid JSON/],
    ['a deep object', `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`, /more than 100 nested levels/],
    ['a long file', ' '.repeat(16_000_001), /the limit is 16000000/],
    ['half a file', '{"timeline": {"tracks": [', /not valid JSON/],
  ])('refuses %s', (_, file, message) => {
    expect(() => imported(file)).toThrow(message);
  });
});

describe('a source tree', () => {
  it('counts a value as used when it is read through the view', () => {
    const tree = new SourceTree({ a: { b: 1, c: 'two' }, list: [true, false] });
    const view = tree.view() as { a: { b: number }; list: boolean[] };
    expect([view.a.b, view.list.filter(Boolean)]).toEqual([1, [true]]);
    const { rows, coverage } = tree.finish();
    expect(rows.map(({ path }) => path)).toEqual(['a.c']);
    expect(coverage).toEqual({ leaves: 4, used: 3, reported: 1, idle: 0 });
  });
});

describe('a cut list', () => {
  it('of OpenTimelineIO keeps its times, and shows media that are not there as placeholders', () => {
    const { document, missing, report } = imported(sample('cut.otio'));
    expect(document.settings).toMatchObject({ name: 'Harbour', fps: 25 });
    expect(document.clips).toMatchObject([{ type: 'text', start: 0, duration: 3, mediaStart: 2, name: 'Boats' }]);
    expect(missing).toMatchObject([{ src: 'file:///rushes/boats.mov', type: 'video' }]);
    expect(report.map(({ why }) => why).join(' ')).toContain('"Sepia") was left out');
  });

  it('of an EDL takes the media of the map', () => {
    const { document, missing } = imported(sample('cut.edl'), { 'forest.mov': facts('video') });
    expect(document.clips).toMatchObject([
      { type: 'video', src: 'med_forest.mov', start: 0, duration: 3, mediaStart: 2 },
      { type: 'text', start: 3, duration: 3, missing: { type: 'video', src: 'river.mov' } },
    ]);
    expect(missing).toMatchObject([{ src: 'river.mov', clipIds: [document.clips[1]?.id] }]);
  });
});
