import { describe, expect, it } from 'vitest';
import { VOCABULARY } from '../vocabulary/index.ts';
import { commandReference, type FieldEntry } from './command-reference.ts';
import { commandsPage } from './commands-page.ts';
import { COMMANDS } from './index.ts';

const { commands, parts } = commandReference();
const fieldOf = (op: string, name: string) =>
  commands.find((command) => command.op === op)?.fields.find((field) => field.name === name);

describe('the reference of commands', () => {
  it('says type, limits and values of a field', () => {
    expect(fieldOf('addClip', 'volume')).toMatchObject({ type: 'number', range: '0 to 4', values: null });
    expect(fieldOf('addClip', 'duration')).toMatchObject({
      ...{ isRequired: true, type: 'number or "media"', range: 'more than 0, at most 86400' },
    });
    expect(fieldOf('addClip', 'fit')).toMatchObject({ type: 'name', values: VOCABULARY.fit, vocabulary: 'fit' });
    expect(fieldOf('applyFilter', 'preset')).toMatchObject({ vocabulary: 'filterPreset' });
  });

  it('says which fields a value has: below it, or once for all commands that have it', () => {
    expect(fieldOf('addTextClip', 'style')).toMatchObject({ type: 'text style', part: 'Text style' });
    const stops = parts.find(({ title }) => title === 'Gradient')?.fields.slice(-2);
    expect(stops).toMatchObject([
      { name: 'offset', depth: 1 },
      { name: 'color', depth: 1 },
    ]);
    expect(fieldOf('cutRanges', 'ranges')).toMatchObject({ type: 'list, each object' });
    expect(fieldOf('cutRanges', 'end')).toMatchObject({ depth: 1, isRequired: true });
  });

  it('leaves no object without its fields, and no list of names unnamed', () => {
    const all = [...commands, ...parts].flatMap(({ fields }): readonly FieldEntry[] => fields);
    const bare = all.filter(
      (field, index) => /\bobject$/.test(field.type) && (all[index + 1]?.depth ?? 0) <= field.depth,
    );
    // Parameters differ with the type of what they are for; the names of a map are the caller's.
    expect([...new Set(bare.map(({ name }) => name))]).toEqual(['params', 'slots', 'variables', 'mediaMap']);
    expect(all.filter(({ type, values }) => type === 'name' && !values)).toEqual([]);
    expect(parts.every(({ fields }) => fields.length > 0)).toBe(true);
  });

  it('is written with links that lead somewhere', () => {
    const page = commandsPage(COMMANDS);
    const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title.toLowerCase().replaceAll(' ', '-'),
    );
    const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, link]) => link);
    expect(links.filter((link) => !headings.includes(link ?? ''))).toEqual([]);
    expect(links).toEqual(expect.arrayContaining(['text-style', 'transitiontype']));
  });
});
