import { FramemillError } from '@framemill/timeline/errors';

/** Formats that every node must be able to encode, with a pattern for the names of their encoders. */
const required = { 'H.264': /264/, VP9: /vp9/, AAC: /aac/, Opus: /opus/ };

/** Throws `not_configured` with the names of missing encoders, because a node without them would fail renders. */
export function requireCodecs(codecs: readonly string[]): void {
  const missing = Object.entries(required)
    .filter(([, pattern]) => !codecs.some((codec) => pattern.test(codec)))
    .map(([name]) => name);
  if (missing.length === 0) return;
  throw new FramemillError(
    'not_configured',
    `The codec library has no encoder for ${missing.join(', ')} (it has ${codecs.join(', ') || 'none'}). Install ` +
      'a build with these encoders.',
  );
}
