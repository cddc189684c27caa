import { describe, expect, it } from 'vitest';
import { TEXT_ANIMATIONS } from '../../vocabulary/index.ts';
import { TEXT_ANIMATION_DEFINITIONS } from './index.ts';
import { isAtRest, type TextAnimationDefinition, type TextPhase, type UnitMoment } from './text-animation.ts';

const definitions = Object.values(TEXT_ANIMATION_DEFINITIONS);

function moment(definition: TextAnimationDefinition, phase: TextPhase, progress: number, text = 'Word 12'): UnitMoment {
  const { direction } = definition;
  const random = (tick: number) => ((tick * 7919 + 13) % 101) / 101;
  return { phase, progress, linear: progress, cycle: 0, timeSec: progress, index: 1, direction, text, random };
}

describe('text animations', () => {
  it('are those of the vocabulary, each under its own name', () => {
    expect(Object.keys(TEXT_ANIMATION_DEFINITIONS)).toEqual([...TEXT_ANIMATIONS]);
    for (const [name, definition] of Object.entries(TEXT_ANIMATION_DEFINITIONS)) expect(definition.name).toBe(name);
  });

  it.each(definitions)('$name ends at rest, unless it says that it holds', (definition) => {
    const state = definition.state(moment(definition, 'in', 1));
    expect(isAtRest(state)).toBe(!definition.holds);
  });

  it.each(definitions)('$name changes something on its way', (definition) => {
    const states = [0, 0.1, 0.3, 0.5, 0.7].map((progress) => definition.state(moment(definition, 'in', progress)));
    expect(states.some((state) => !isAtRest(state))).toBe(definition.name !== 'none');
  });

  it.each(definitions)('$name is a finite look at any moment of any phase', (definition) => {
    for (const phase of ['in', 'out', 'loop'] as const) {
      for (const progress of [-0.2, 0, 0.001, 0.25, 0.5, 0.999, 1, 1.2]) {
        const state = definition.state(moment(definition, phase, progress));
        for (const [field, value] of Object.entries(state)) {
          if (typeof value === 'number') expect(Number.isFinite(value), `${phase} ${progress} ${field}`).toBe(true);
        }
      }
    }
  });

  it('come from the side that the direction names', () => {
    const { slide, reveal } = TEXT_ANIMATION_DEFINITIONS;
    for (const definition of [slide, reveal]) {
      const from = (direction: UnitMoment['direction']) =>
        definition.state({ ...moment(definition, 'in', 0.5), direction });
      expect(from('left').x).toBeLessThan(0);
      expect(from('right').x).toBeGreaterThan(0);
      expect(from('up').y).toBeLessThan(0);
      expect(from('down').y).toBeGreaterThan(0);
    }
  });

  it('count numbers as they are written', () => {
    const { counter } = TEXT_ANIMATION_DEFINITIONS;
    const half = (text: string) => counter.state(moment(counter, 'in', 0.5, text)).text;
    expect(half('1,250.50 €')).toBe('625.25 €');
    expect(half('1.250,50')).toBe('625,25');
    expect(half('12,000')).toBe('6,000');
    expect(half('3.5')).toBe('1.8');
    expect(half('from 10 to 90 %')).toBe('from 5 to 45 %');
    expect(half('no number')).toBeUndefined();
  });

  it('scramble keeps the kind of each letter and whatever is no letter', () => {
    const { scramble } = TEXT_ANIMATION_DEFINITIONS;
    expect(scramble.state(moment(scramble, 'in', 0.4, 'Ab 1!')).text).toMatch(/^\p{Lu}\p{Ll} \d!$/u);
  });
});
