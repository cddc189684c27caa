import { type SourcePosition, type SourceUse, sourcesAt } from '../document/source-position.ts';
import { refuse } from '../errors/refuse.ts';
import type { MediaFacts, MediaLookup } from '../media/media-facts.ts';
import { requireKind } from './require-kind.ts';

const KINDS = { mask: 'image', lut: 'lut', font: 'font', subtitle: 'subtitle' } as const satisfies Record<
  Exclude<SourceUse, 'clip'>,
  MediaFacts['kind']
>;

/**
 * Throws `invalid_request` unless every source that `value` names at `positions` is media of the account.
 * Except for sources that clips show, each must also be of the kind that it is used as. Commands have no other
 * ownership check.
 */
export function requireSources(positions: readonly SourcePosition[], value: unknown, media: MediaLookup): void {
  for (const { src, use, at } of sourcesAt(positions, value)) {
    if (use !== 'clip') requireKind(KINDS[use], src, at, media);
    // An empty source is allowed: text clips have one.
    else if (src !== '' && !media(src))
      throw refuse(`${at} "${src}" is not media of this account. Upload it first and use its id or url.`);
  }
}
