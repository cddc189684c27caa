import { expect, it } from 'vitest';
import { spokenForms } from './pocketsphinx.ts';

const dictionary = new Set(
  "hello well known don't forty two nineteen eighty four three hundred seven thousand one hundred and twenty six".split(
    ' ',
  ),
);

it.each([
  ['Hello,', ['hello']],
  ['“Hello!”', ['hello']],
  ['well-known', ['well', 'known']],
  ['Don’t', ["don't"]],
  ['42', ['forty', 'two']],
  ['1984', ['nineteen', 'eighty', 'four']],
  ['307', ['three', 'hundred', 'seven']],
  ['7000', ['seven', 'thousand']],
  ['100,126', ['one', 'hundred', 'one', 'hundred', 'twenty', 'six']],
  ['Zorblax', []],
  ['well-zorblax', []],
  ['—', []],
  ['12345678', []],
])('%s is spoken as %j', (word, forms) => {
  expect(spokenForms(word, dictionary)).toEqual(forms);
});
