import type { LintContext, TextEngine, TextSize } from '@framemill/timeline';

/** Maximum number of cached text sizes. Long texts are not cached, so that the cache stays below about 20 MB. */
const MOST_REMEMBERED = 5_000;
const LONGEST_REMEMBERED = 2_000;

/** Measures a text block: its size in pixels, and the characters that no font contains. */
export type MeasureText = NonNullable<LintContext['measureText']>;

/**
 * Returns a function that measures text with the render's fonts and caches the results.
 * Every request measures all texts of a project, most of which are in the cache. A new text takes 0.15 ms, a cached one
 * 2 µs.
 */
export function rememberedTextSizes(engine: Pick<TextEngine, 'layout'>): MeasureText {
  const sizes = new Map<string, TextSize>();
  return (style) => {
    const key = JSON.stringify(style);
    const known = sizes.get(key);
    if (known) {
      // Moved to the end, so that the first entry of the map is the least recently used one.
      sizes.delete(key);
      sizes.set(key, known);
      return known;
    }
    const { width, height, missing } = engine.layout(style);
    const size = { width, height, missing };
    if (key.length <= LONGEST_REMEMBERED) remember(key, size);
    return size;
  };

  function remember(key: string, size: TextSize): void {
    const [oldest] = sizes.size < MOST_REMEMBERED ? [] : sizes.keys();
    if (oldest !== undefined) sizes.delete(oldest);
    sizes.set(key, size);
  }
}
