import { describe, expect, it } from 'vitest';
import type { Command } from '../command/command.ts';
import { exampleContext, exampleProject } from '../commands/examples.ts';
import type { Document } from '../document/document.ts';
import { parseDocument } from '../document/parse-document.ts';
import { applyCommands } from '../reduce.ts';
import { FILTER_PRESETS } from '../vocabulary/index.ts';
import { FILTERS, gradeAt } from './filters.ts';

const run = (...commands: Command[]) => applyCommands(exampleProject(), commands, exampleContext());
const clipOf = (document: Document, id: string) => document.clips.find((clip) => clip.id === id);
const filter = (preset: string, intensity?: number): Command => ({
  op: 'applyFilter',
  clipId: 'clip-1',
  preset,
  ...(intensity === undefined ? {} : { intensity }),
});

it('there is a row for each filter, in the order of the names', () => {
  expect(FILTERS.map(({ preset }) => preset)).toEqual([...FILTER_PRESETS]);
});

describe.each(FILTERS)('$preset', ({ preset, grade }) => {
  it('makes a grade that a document may have, at any strength', () => {
    for (const intensity of [0, 0.3, 1]) {
      const { document, results } = run(filter(preset, intensity));
      expect(results[0]?.error).toBeUndefined();
      expect(parseDocument(document)).toBe(document);
    }
  });

  it('changes nothing at intensity 0 and is itself at 1', () => {
    expect(clipOf(run(filter(preset, 0)).document, 'clip-1')).toEqual(clipOf(exampleProject(), 'clip-1'));
    expect(gradeAt(grade, 1)).toEqual(grade);
  });

  it('looks like no other', () => {
    const same = FILTERS.filter((other) => JSON.stringify({ ...other, preset }) === JSON.stringify({ preset, grade }));
    expect(same.length).toBeLessThanOrEqual(1);
  });
});

describe('a filter', () => {
  it('goes in straight lines from what changes nothing', () => {
    expect(gradeAt({ exposure: -1.2, temperature: -0.5 }, 0.5)).toEqual({ exposure: -0.6, temperature: -0.25 });
    const negative = gradeAt(
      {
        curves: {
          master: [
            [0, 1],
            [1, 0],
          ],
        },
      },
      0.5,
    );
    expect(negative.curves?.master).toEqual([
      [0, 0.5],
      [1, 0.5],
    ]);
    expect(gradeAt({ wheels: { shadows: { hue: 185, amount: 0.4, luma: -0.2 } } }, 0.25).wheels?.shadows).toEqual({
      hue: 185,
      amount: 0.1,
      luma: -0.05,
    });
  });

  it('brings effects that the next one takes away, and leaves the ones added by hand', () => {
    const { document } = run({ op: 'addEffect', clipId: 'clip-1', type: 'blur' }, filter('vintage', 0.5));
    expect(clipOf(document, 'clip-1')?.effects).toEqual([
      { id: 'effect-new-1', type: 'blur', enabled: true, params: { radius: 12 } },
      { id: 'effect-new-2', type: 'grain', enabled: true, params: { amount: 0.1 }, filter: 'vintage' },
    ]);
    const none = applyCommands(document, [filter('none')], exampleContext());
    expect(clipOf(none.document, 'clip-1')?.effects?.map(({ type }) => type)).toEqual(['blur']);
    expect(clipOf(none.document, 'clip-1')).not.toHaveProperty('grade');
    expect(none.results[0]?.data?.fixes).toEqual([expect.stringContaining('took the place of the grade')]);
  });

  it('is refused when an effect of it cannot be drawn, and changes nothing then', () => {
    const context = { ...exampleContext(), catalogue: { ...exampleContext().catalogue, effects: {} } };
    const before = exampleProject();
    const { document, results } = applyCommands(before, [filter('noir')], context);
    expect(results[0]?.error).toBe(
      'preset "noir" needs the effect "vignette", which is not supported yet. Choose another filter.',
    );
    expect(document).toBe(before);
    expect(applyCommands(before, [filter('warm')], context).results[0]?.ok).toBe(true);
  });
});
