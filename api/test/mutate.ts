import type { Random } from './random.ts';

const junk: unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  -1e308,
  5e-324,
  2 ** 53,
  0.1 + 0.2,
  '',
  'x'.repeat(5_000),
  '\u0000',
  '\ud800',
  '💩',
  '../../etc/passwd',
  '\'; DROP TABLE "Project"; --',
  '{{7*7}}',
  '__proto__',
  'NaN',
  [],
  {},
  [[[[[]]]]],
  { length: -1 },
  { toString: 'x', constructor: { prototype: null } },
];

/** Returns a copy of a JSON value with one random fault: a value is replaced, removed, added or repeated. */
export function mutate(value: unknown, random: Random): unknown {
  if (Array.isArray(value)) return mutateList(value, random);
  if (typeof value === 'object' && value !== null) return mutateRecord({ ...value }, random);
  return random.pick(junk);
}

function mutateList(list: unknown[], random: Random): unknown {
  const copy = [...list];
  const index = random.below(Math.max(1, copy.length));
  switch (random.below(5)) {
    case 0:
      copy.splice(index, 1);
      return copy;
    case 1:
      return [...copy, random.pick(junk)];
    case 2:
      // Past the limit of a batch.
      return copy.length > 0 ? Array.from({ length: 201 }, (_, place) => copy[place % copy.length]) : copy;
    case 3:
      return random.pick(junk);
    default:
      copy[index] = mutate(copy[index], random);
      return copy;
  }
}

function mutateRecord(record: Record<string, unknown>, random: Random): unknown {
  const names = Object.keys(record);
  if (names.length === 0 || random.chance(0.1))
    return { ...record, [String(random.pick(['extra', 'constructor', 'a b']))]: random.pick(junk) };
  const name = random.pick(names);
  switch (random.below(5)) {
    case 0:
      delete record[name];
      return record;
    case 1:
      record[name] = random.pick(junk);
      return record;
    case 2:
      return random.chance(0.2) ? random.pick(junk) : record;
    default:
      record[name] = mutate(record[name], random);
      return record;
  }
}
