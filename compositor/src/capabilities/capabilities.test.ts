import { VOCABULARY } from '@framemill/timeline';
import { expect, test } from 'vitest';
import { shapeOutlines } from '../sprites/shapes/index.ts';
import { catalogue, fontFileUrl } from './index.ts';

test('the catalogue lists families to choose from, Inter first, and none of pictures', () => {
  const families = catalogue.fonts.map(({ family }) => family);
  expect(catalogue.fonts[0]).toEqual({ family: 'Inter', weights: [100, 200, 300, 400, 500, 600, 700, 800, 900] });
  expect(families).toEqual(expect.arrayContaining(['Playfair Display', 'Bebas Neue', 'JetBrains Mono']));
  expect(families).not.toContain('Noto Color Emoji');
});

test('every family has a file for its name, upright and of the nearest weight', () => {
  for (const { family } of catalogue.fonts) expect(fontFileUrl(family, 400), family).toMatch(/400Regular\.ttf$/);
  expect(fontFileUrl('Inter', 720)).toBe('/vendor/fonts/Inter_700Bold.ttf');
  expect(fontFileUrl('Papyrus', 400)).toBeNull();
});

test('every shape of the vocabulary has exactly one outline', () => {
  expect(catalogue.shapes).toHaveLength(26);
  expect(shapeOutlines.map((shape) => shape.kind)).toEqual([...VOCABULARY.shapeKind]);
});

test('every outline is path data inside its box', () => {
  for (const shape of shapeOutlines) {
    const form = { width: 120, height: 80, cornerRadius: 0, d: 'M0 0L120 80' };
    const d = shape.outline(form);
    expect(d, shape.kind).toMatch(/^M/);
    expect(d, shape.kind).not.toMatch(/NaN|undefined|Infinity/);
  }
});
