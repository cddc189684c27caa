import { readFileSync, statSync } from 'node:fs';
import { inspectFont, type MediaFacts } from '@framemill/timeline/rendering';
import { FONT_MAX_BYTES, type FontFormat } from '../catalog/font-file.ts';
import { readFont, tooLarge } from './read-font.ts';

/**
 * What a probe says of a font file. To be called where untrusted media are parsed: in a process with a limit on memory and
 * time. Throws `invalid_request` for a font that no text can be set in.
 */
export async function describeFont(
  path: string,
  format: FontFormat,
): Promise<Pick<MediaFacts, 'kind' | 'mimeType' | 'font'>> {
  const { size } = statSync(path);
  if (size > FONT_MAX_BYTES) throw tooLarge(size);
  return { kind: 'font', mimeType: `font/${format}`, font: await inspectFont(readFont(readFileSync(path))) };
}
