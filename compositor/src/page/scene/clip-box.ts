import type { Clip } from '@framemill/timeline';
import type { Matrix } from '../../graph/matrix.ts';
import { fitBox, fitOf, type PlainFit, type Size } from '../../graph/placement.ts';
import { shapeDrawing } from '../../sprites/shapes/shape-drawing.ts';
import type { PageData } from '../page-data.ts';

/** Returns the size of an html clip's page, in document pixels. The default is the size of the canvas. */
export function htmlSize({ html }: Clip, canvas: Size): Size {
  return { width: html?.width ?? canvas.width, height: html?.height ?? canvas.height };
}

/**
 * Returns the display size of a clip's image, in document pixels; null when it has no image or its media is
 * unavailable.
 */
export function imageSize(
  clip: Clip,
  { document, sources, texts }: Pick<PageData, 'document' | 'sources' | 'texts'>,
): Size | null {
  const size = ownSize(clip, document.settings, sources, texts);
  return size && size.width > 0 && size.height > 0 ? size : null;
}

function ownSize(clip: Clip, canvas: Size, sources: PageData['sources'], texts: PageData['texts']): Size | null {
  if (clip.type === 'text') return texts[clip.id] ?? null;
  if (clip.type === 'shape') return clip.shape ? shapeDrawing(clip.shape) : null;
  if (clip.type === 'html') return clip.html ? htmlSize(clip, canvas) : null;
  if (clip.type === 'adjustment') return canvas;
  return sources[clip.src] ?? null;
}

/**
 * Layout of a clip's images in its box: one image, or for `contain-blur` the blurred backdrop with the whole image on
 * top.
 */
export interface BoxLayout {
  readonly box: Size;
  readonly pictures: readonly { readonly role: 'whole' | 'backdrop'; readonly fromImage: Matrix }[];
}

/** Computes the layout of a clip's image on a canvas. Sizes are in document pixels. */
export function boxLayout(clip: Clip, image: Size, canvas: Size): BoxLayout {
  const fit: PlainFit = clip.type === 'adjustment' ? 'fill' : fitOf(clip);
  if (clip.fit !== 'contain-blur') {
    const { box, fromImage } = fitBox(fit, image, canvas);
    return { box, pictures: [{ role: 'whole', fromImage }] };
  }
  const behind = fitBox('cover', image, canvas);
  const front = fitBox('contain', image, canvas);
  const [tx, ty] = [(behind.box.width - front.box.width) / 2, (behind.box.height - front.box.height) / 2];
  return {
    box: behind.box,
    pictures: [
      { role: 'backdrop', fromImage: behind.fromImage },
      { role: 'whole', fromImage: { ...front.fromImage, tx, ty } },
    ],
  };
}
