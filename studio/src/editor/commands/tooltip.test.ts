import { expect, it } from 'vitest';
import { COMMAND_ENTRIES, type JsonSchema } from './registry.ts';
import { tooltipOf } from './tooltip.ts';

it('a tooltip is the sentence that says what a field does', () => {
  const description = 'How long it lasts on the timeline. media: as long as its media, from the in-point on. Seconds.';
  expect(tooltipOf('duration', { description })).toBe('How long it lasts on the timeline');
  expect(tooltipOf('temperature', { description: 'Blue to amber. -1 to 1, 0 leaves as is.' })).toBe('Blue to amber');
  expect(tooltipOf('exposure', { description: 'Exposure. Stops.' })).toBeUndefined();
  expect(tooltipOf('ripple', { description: 'True: close the room they leave.' })).toBe('Close the room they leave');
  expect(tooltipOf('clipId', {})).toBeUndefined();
});

it('no field of a command has a tooltip with words of programs', () => {
  const tooltips: string[] = [];
  const collect = (name: string, schema: JsonSchema) => {
    const tooltip = tooltipOf(name, schema);
    if (tooltip !== undefined) tooltips.push(tooltip);
    for (const [field, one] of Object.entries(schema.properties ?? {})) collect(field, one);
  };
  for (const { op, params } of COMMAND_ENTRIES) collect(op, params);
  expect(tooltips.length).toBeGreaterThan(50);
  expect(tooltips.filter((text) => /[`{}]|\b[a-z]+[A-Z]|\bnull\b|\babsent\b/.test(text))).toEqual([]);
});
