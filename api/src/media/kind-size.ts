import { CUBE_MAX_BYTES, FONT_MAX_BYTES, SUBTITLE_MAX_BYTES, TABLE_MAX_BYTES } from '@framemill/compositor/catalog';
import { FramemillError } from '@framemill/timeline';

interface KindSize {
  what: string;
  maxBytes: number;
  remedy: string;
}

const cube = { what: '.cube file', maxBytes: CUBE_MAX_BYTES, remedy: 'Export a smaller table: 33 points per side.' };
const subtitle = { what: 'subtitle file', maxBytes: SUBTITLE_MAX_BYTES, remedy: 'Split it.' };
const table = { what: 'table', maxBytes: TABLE_MAX_BYTES, remedy: 'Split it.' };
const font = { what: 'font', maxBytes: FONT_MAX_BYTES, remedy: 'Remove glyphs that no text uses.' };

/** Size limits, by file extension, of the kinds that are read into memory as a whole. */
const sizes: Readonly<Record<string, KindSize>> = {
  ...{ cube, srt: subtitle, vtt: subtitle, csv: table },
  ...{ ttf: font, otf: font, woff: font, woff2: font },
};

/** Throws `payload_too_large` when a file exceeds the size limit of its kind. `ending` null means an unknown kind. */
export function checkKindSize(ending: string | null, sizeBytes: number): void {
  const size = ending !== null && Object.hasOwn(sizes, ending) ? sizes[ending] : undefined;
  if (!size || sizeBytes <= size.maxBytes) return;
  const limitMb = size.maxBytes / 1e6;
  const message = `The ${size.what} is larger than ${limitMb} MB, the limit for its kind. ${size.remedy}`;
  throw new FramemillError('payload_too_large', message, { limitMb });
}
