import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { effectExamples, effectSeries } from '../src/gallery/effect-examples.ts';
import { filterExamples } from '../src/gallery/families.ts';
import { smallImagePath, smallWidth } from '../src/gallery/small-image.ts';

const series = new Set(effectExamples().flatMap(({ name }) => effectSeries(name).map((one) => one.name)));
const shown = [...effectExamples(), ...filterExamples()].filter(({ name }) => !series.has(name));

it('there is one of every effect and filter, and no other (npm run gallery -- --small)', () => {
  const names = shown.map(({ family, name }) => basename(smallImagePath(family, name)));
  expect(readdirSync(dirname(smallImagePath('effect', 'blur'))).sort()).toEqual(names.sort());
});

it.each(shown)('$family $name looks as the kept picture of the tests does', async ({ family, name }) => {
  const raw = (path: string) => sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const small = await raw(smallImagePath(family, name));
  const kept = await raw(join(import.meta.dirname, 'looks', `${family}-${name}.png`));
  expect([small.info.width, small.info.height]).toEqual([smallWidth, 108]);
  const difference = small.data.reduce((sum, value, index) => sum + Math.abs(value - (kept.data[index] ?? 0)), 0);
  // WebP of quality 72 on a photograph; another look differs by 15 and more.
  expect(difference / small.data.length).toBeLessThan(7);
});
