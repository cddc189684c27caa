import { catalogue } from '@framemill/compositor/capabilities';
import { applyCommands, batchIds, CANVAS_SIZES, createDocument, lint } from '@framemill/timeline';
import { describe, expect, it } from 'vitest';
import { weightsOf } from './text-formats.ts';
import { TITLE_PRESETS, titleCommand } from './title-presets.ts';

const context = { newId: batchIds(`bat_${'1'.repeat(24)}`), catalogue, media: () => null };

describe('the title presets', () => {
  it('are at least 30, each with a name of its own', () => {
    expect(TITLE_PRESETS.length).toBeGreaterThanOrEqual(30);
    expect(new Set(TITLE_PRESETS.map(({ name }) => name)).size).toBe(TITLE_PRESETS.length);
  });

  it.each(['16:9', '9:16'] as const)('are titles that can be rendered and fit a canvas of %s', (aspectRatio) => {
    for (const preset of TITLE_PRESETS) {
      const command = titleCommand(preset, CANVAS_SIZES[aspectRatio], 0);
      const { document, results } = applyCommands(createDocument({ aspectRatio }), [command], context);
      expect(results[0], preset.name).toMatchObject({ ok: true });
      expect(results[0]?.data?.fixes, preset.name).toBeUndefined();
      expect(
        lint(document, { media: () => null }).map(({ message }) => message),
        preset.name,
      ).toEqual([]);
    }
  });

  it('use fonts and weights that exist, and spans inside their text', () => {
    for (const { name, text, style } of TITLE_PRESETS) {
      for (const { fontFamily = style.fontFamily, fontWeight = style.fontWeight ?? 400 } of [
        style,
        ...(style.spans ?? []),
      ]) {
        expect(
          catalogue.fonts.map(({ family }) => family),
          name,
        ).toContain(fontFamily);
        expect(weightsOf(fontFamily), name).toContain(fontWeight);
      }
      for (const { start, end } of style.spans ?? []) {
        expect(end, name).toBeLessThanOrEqual(text.length);
        expect(text.slice(start, end), name).toMatch(/^\S.*\S$/);
      }
    }
  });
});
