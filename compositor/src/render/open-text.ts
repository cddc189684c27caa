import { allClips, type Document, type TextEngine } from '@framemill/timeline/rendering';
import type { StageParts } from '../scene/stage.ts';
import { createTextOutlines } from '../sprites/text-outline.ts';
import type { TextSprites } from '../sprites/text-sprite.ts';

/**
 * Creates the sprites and outlines of the texts of a document; null for those that it does not need. `open` opens the
 * text engine. It is called only when the document has a text, a text mask or a watermark.
 */
export async function openText(
  document: Document,
  hasWatermark: boolean,
  open: () => Promise<TextEngine>,
  spritesOf: (engine: TextEngine) => TextSprites,
): Promise<Pick<StageParts, 'text' | 'outlines'>> {
  const clips = allClips(document);
  const masks = clips.some((clip) => clip.mask?.shape === 'text');
  const texts = hasWatermark || clips.some((clip) => clip.type === 'text');
  if (!masks && !texts) return { text: null, outlines: null };
  const engine = await open();
  return { text: texts ? spritesOf(engine) : null, outlines: masks ? createTextOutlines(engine) : null };
}
