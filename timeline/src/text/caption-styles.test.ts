import { describe, expect, it } from 'vitest';
import { CAPTION_STYLES } from '../vocabulary/index.ts';
import { isAtRest } from './animations/text-animation.ts';
import { CAPTION_STYLE_DEFINITIONS } from './caption-styles.ts';

const word = { start: 1, end: 2 };

describe('caption styles', () => {
  it('are those of the vocabulary, each under its own name', () => {
    expect(Object.keys(CAPTION_STYLE_DEFINITIONS).sort()).toEqual([...CAPTION_STYLES].sort());
    for (const [name, definition] of Object.entries(CAPTION_STYLE_DEFINITIONS)) expect(definition.name).toBe(name);
  });

  it.each(Object.values(CAPTION_STYLE_DEFINITIONS))('$name shows the word when it has been spoken', (definition) => {
    const after = definition.state({ timeSec: 3, ...word }, {});
    const { fill: _, ...rest } = after;
    expect(isAtRest(rest)).toBe(true);
    expect(after.fill ?? 0).toBe(definition.name === 'karaoke' ? 1 : 0);
  });

  it.each(Object.values(CAPTION_STYLE_DEFINITIONS))('$name sets the spoken word apart', (definition) => {
    const before = definition.state({ timeSec: 0.5, ...word }, {});
    const during = definition.state({ timeSec: 1.15, ...word }, {});
    if (definition.name === 'none') expect(during).toEqual(before);
    else expect(during).not.toEqual(before);
  });

  it('make other words fainter, and colour, box and scale the spoken one when the document asks for it', () => {
    const look = { inactiveOpacity: 0.4, activeColor: '#ff0000', activeBackground: '#00ff00', activeScale: 1.5 };
    const { color } = CAPTION_STYLE_DEFINITIONS;
    expect(color.state({ timeSec: 0.5, ...word }, look)).toMatchObject({ opacity: 0.4, active: 0, box: 0, scaleX: 1 });
    expect(color.state({ timeSec: 1.5, ...word }, look)).toMatchObject({ opacity: 1, active: 1, box: 1, scaleX: 1.5 });
  });
});
