import { readFileSync, statSync } from 'node:fs';
import { inspectFont, type MediaFacts } from '@framemill/timeline/rendering';
import { FONT_MAX_BYTES, type FontFormat } from '../catalog/font-file.ts';
import { readFont, tooLarge } from './read-font.ts';

/**
 * Describes a font file for a probe. Call it only where untrusted media are parsed: in a process with limits on memory
 * and time. Throws `invalid_request` for a font in which no text can be set.
 */
export async function describeFont(
  path: string,
  format: FontFormat,
): Promise<Pick<MediaFacts, 'kind' | 'mimeType' | 'font'>> {
  const { size } = statSync(path);
  if (size > FONT_MAX_BYTES) throw tooLarge(size);
  return { kind: 'font', mimeType: `font/${format}`, font: await inspectFont(readFont(readFileSync(path))) };
}
