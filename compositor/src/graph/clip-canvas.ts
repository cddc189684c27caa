import { type Clip, type Document, nestedClips } from '@framemill/timeline/rendering';
import { largestScale } from './motion.ts';

/** Document of a clip: the whole one, or that of the composition that contains it, with the width at which it is drawn. */
export interface ClipCanvas {
  readonly document: Document;
  readonly outputWidth: number;
}

/**
 * Returns a function that finds the canvas of a clip of `document` or of a clip inside its compositions (as in
 * `nestedUse`), when the document is drawn `outputWidth` pixels wide.
 */
export function clipCanvases(document: Document, outputWidth: number): (clip: Clip) => ClipCanvas {
  const own: ClipCanvas = { document, outputWidth };
  const nested = new Map<string, ClipCanvas>();
  for (const { clip, document: inner, around } of nestedClips(document)) {
    // A collapsed composition is drawn at the size at which it is shown; others at scale 1.
    const scale = around.reduce((all, outer) => (outer.collapse ? all * Math.max(1, largestScale(outer)) : all), 1);
    const width = (inner.settings.width * outputWidth * scale) / document.settings.width;
    nested.set(clip.id, { document: inner, outputWidth: Math.max(2, width) });
  }
  return ({ id }) => nested.get(id) ?? own;
}
