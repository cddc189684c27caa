import { expect, it } from 'vitest';
import { readTable } from './table-rows.ts';

const variables = [
  { name: 'who', type: 'text', default: null },
  { name: 'city', type: 'text', default: 'Graz' },
];

it('shows the first rows of a table and how many there are', () => {
  const csv = `who,city\n${Array.from({ length: 7 }, (_, n) => `Nr ${n},`).join('\n')}`;
  const table = readTable(csv, variables);
  expect(table).toMatchObject({ columns: ['who', 'city'], total: 7, problem: null });
  expect(table.rows.map(([who]) => who)).toEqual(['Nr 0', 'Nr 1', 'Nr 2', 'Nr 3', 'Nr 4']);
});

it('says what is wrong, and still shows what there is', () => {
  expect(readTable('who,town\nAna,x', variables)).toMatchObject({
    columns: ['who', 'town'],
    rows: [['Ana', 'x']],
    problem: expect.stringContaining('town'),
  });
  expect(readTable('who\n"Ana', variables)).toMatchObject({ rows: [], problem: expect.stringContaining('not closed') });
});
