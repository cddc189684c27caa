import type { CaptionStyle } from '../../vocabulary/index.ts';
import { bounce } from './bounce.ts';
import type { CaptionStyleDefinition } from './caption-style-definition.ts';
import { color } from './color.ts';
import { enlarge } from './enlarge.ts';
import { fade } from './fade.ts';
import { highlight } from './highlight.ts';
import { karaoke } from './karaoke.ts';
import { none } from './none.ts';
import { pop } from './pop.ts';
import { slide } from './slide.ts';
import { typewriter } from './typewriter.ts';

/** All caption styles by name. */
export const CAPTION_STYLE_DEFINITIONS: Record<CaptionStyle, CaptionStyleDefinition> = {
  none,
  color,
  karaoke,
  highlight,
  pop,
  fade,
  slide,
  bounce,
  typewriter,
  enlarge,
};
