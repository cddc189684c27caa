import type { Clip } from '../document/clip.ts';
import { LIMITS } from '../document/limits.ts';
import { shortened } from '../document/storable-text.ts';

/** Media that an imported clip needs and that are not there yet. */
export interface AbsentMedia {
  type: 'video' | 'image' | 'audio' | 'sticker';
  /** Source in the file: URL, path, or `{{name|default}}`. Empty for media that another service would generate. */
  src: string;
  /** Name that the placeholder shows. */
  name: string;
  /** Whether the clip lasts as long as its media, once they are there. */
  lasts?: 'media';
}

/** Lines of a placeholder: an empty one above its name and one below. Together they are as high as its box. */
const LINES = 3;

/** Highest line that a document allows, as a multiple of the font size. */
const HIGHEST_LINE = 10;

/**
 * Returns the fields that make a clip a placeholder of media that are not there: a grey box with the name of the media,
 * of the shape `box` (pixels of the canvas). Placed and moved as the media will be. A placeholder of audio shows
 * nothing. The command replaceMedia puts the media in.
 */
export function placeholderFields(
  { type, src, name, lasts }: AbsentMedia,
  box: { width: number; height: number },
): Partial<Clip> & Pick<Clip, 'type'> {
  const missing = { type, src: shortened(src, LIMITS.srcLength), ...(lasts ? { lasts } : {}) };
  const label = shortened(name, 80) || 'media';
  if (type === 'audio') return { type: 'adjustment', src: '', name: label, missing };
  const line = box.height / LINES;
  const fontSize = Math.min(2_000, Math.max(1, line / HIGHEST_LINE, Math.min(box.height / 14, box.width / 22)));
  return {
    type: 'text',
    src: '',
    name: label,
    missing,
    textStyle: {
      content: `\u00a0\n${withoutBraces(label)}\n\u00a0`,
      fontSize,
      lineHeight: Math.min(HIGHEST_LINE, line / fontSize),
      color: '#ffffff',
      align: 'center',
      width: Math.min(LIMITS.boxSide, box.width),
      maxLines: LINES,
      overflow: 'ellipsis',
      background: { color: '#5b6472', opacity: 1, wrap: 'block' },
    },
  };
}

// Braces in a name would be a variable of the project.
function withoutBraces(name: string): string {
  return name.replace(/[{}]/g, '').trim() || 'media';
}
