import { describe, expect, it } from 'vitest';
import { itemsOfCsv } from './csv-items.ts';
import type { Variable } from './list-variables.ts';
import { parseCsv } from './parse-csv.ts';

const variable = (name: string, own: string | null = null): Variable => ({
  name,
  type: 'text',
  default: own,
  uses: [],
});

describe('CSV', () => {
  it.each([
    [
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      '\ufeffa;b\r\n"1;,";"say ""hi""\nthere"\r\n',
      [
        ['a', 'b'],
        ['1;,', 'say "hi"\nthere'],
      ],
    ],
    [
      'a\tb\n\n1\t\n',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
    [
      'a,b\n1,',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
    ['', []],
    ['one', [['one']]],
  ])('%j', (text, rows) => {
    expect(parseCsv(text)).toEqual(rows);
  });

  it('says in which row a quote is not closed', () => {
    expect(() => parseCsv('a\nb\n"c')).toThrow(/Row 3 .*not closed/);
  });
});

describe('the items of a table', () => {
  const variables = [variable('who'), variable('city', 'Graz')];
  it('are its rows, with defaults for empty cells', () => {
    const items = itemsOfCsv('reference,who,city\nr1,Ana,\nr2,,Linz', variables, 10);
    expect(items).toEqual([
      { reference: 'r1', name: '', variables: { who: 'Ana' } },
      { reference: 'r2', name: '', variables: { who: '', city: 'Linz' } },
    ]);
  });

  it('are named by the column of that name, also when it is a variable', () => {
    const own = { reference: '', name: 'Ana' };
    expect(itemsOfCsv('name\nAna', [variable('name')], 10)).toEqual([{ ...own, variables: { name: 'Ana' } }]);
    expect(itemsOfCsv('name,who\nAna,x', [variable('who')], 10)).toEqual([{ ...own, variables: { who: 'x' } }]);
    const [long] = itemsOfCsv(`name\n${'x'.repeat(300)}`, [variable('name')], 10);
    expect([long?.name.length, long?.variables.name?.length]).toEqual([200, 300]);
  });

  it.each([
    ['who,town\nAna,x', /no variables town/],
    ['city\nGraz', /Columns for who are missing/],
    ['who,who\n1,2', /two columns "who"/],
    ['who,city\nAna', /Row 2 .* 1 cells, .* 2/],
    ['who', /at least one row/],
    ['who\n1\n2\n3', /3 rows; the limit is 2/],
  ])('%j is refused', (text, message) => {
    expect(() => itemsOfCsv(text, variables, 2)).toThrow(message);
  });
});
