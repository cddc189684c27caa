import { expect, it } from 'vitest';
import { commandSchema } from '../commands/command-schema.ts';
import { EXAMPLE_CATALOGUE } from '../commands/examples.ts';
import { COMMANDS } from '../commands/index.ts';
import { VOCABULARY } from './index.ts';

it('has lists of the lengths that the contract and its choices give', () => {
  const lengths = Object.fromEntries(Object.entries(VOCABULARY).map(([name, values]) => [name, values.length]));
  expect(lengths).toMatchObject({
    clipType: 6,
    aspectRatio: 6,
    transitionType: 17,
    shapeKind: 26,
    keyframableProp: 27,
    easing: 36,
    motionPreset: 24,
    filterPreset: 24,
    effectType: 26,
    blendMode: 17,
    maskShape: 16,
    textAnimation: 22,
    speedRamp: 6,
    layout: 4,
  });
  for (const values of Object.values(VOCABULARY)) expect(new Set(values).size).toBe(values.length);
  expect(VOCABULARY.keyframableProp.at(-1)).toBe('speed');
  expect(VOCABULARY.easing.at(-1)).toBe('spring');
});

it('is in the command schema, beside every command', () => {
  const schema = commandSchema(EXAMPLE_CATALOGUE);
  expect(schema.enums).toMatchObject(VOCABULARY);
  expect(schema.enums.drawableEffect).toEqual(['blur', 'vignette', 'grain', 'chroma-key']);
  expect(schema.enums.fontFamily).toEqual(['Inter']);
  expect(Object.keys(schema.commands)).toEqual(COMMANDS.map(({ op }) => op));
  expect(JSON.parse(JSON.stringify(schema.commands.addClip?.params))).toMatchObject({
    type: 'object',
    required: ['type', 'src', 'start', 'duration'],
    properties: { start: { type: 'number', minimum: 0 } },
  });
});
