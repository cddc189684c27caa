import { FramemillError } from '@framemill/timeline/errors';

/** What every node of the pool must be able to write, and how its encoders are called. */
const required = { 'H.264': /264/, VP9: /vp9/, AAC: /aac/, Opus: /opus/ };

/** Throws `not_configured` naming what is missing: a node that joined without it would fail other people's renders. */
export function requireCodecs(codecs: readonly string[]): void {
  const missing = Object.entries(required)
    .filter(([, pattern]) => !codecs.some((codec) => pattern.test(codec)))
    .map(([name]) => name);
  if (missing.length === 0) return;
  throw new FramemillError(
    'not_configured',
    `This build of the codec library cannot write ${missing.join(', ')} (it has ${codecs.join(', ') || 'no encoder'}). Install another build.`,
  );
}
