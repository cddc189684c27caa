import { createHash } from 'node:crypto';
import { audioPlan, type Document } from '@framemill/timeline/rendering';
import { canonicalJson } from './canonical-json.ts';
import { formatFacts } from './formats.ts';
import type { OutputProfile } from './profile.ts';
import type { MediaTable } from './sub-document.ts';

/**
 * Computes the content key of a render's audio mix: SHA-256 (hex) of everything that the mixer reads. Null when there
 * is nothing to mix: no audible part, or a format without audio. Formats with the same audio coding share the key.
 */
export function audioKey(
  document: Document,
  profile: OutputProfile,
  media: MediaTable,
  fingerprint: string,
): string | null {
  const coding = formatFacts(profile.format).audio;
  if (coding === null) return null;
  const plan = audioPlan(document, (src) => media[src] ?? null);
  if (plan.parts.length === 0) return null;
  const parts = plan.parts.map(({ clipId: _, src, ...part }) => ({ ...part, source: media[src]?.sha256 ?? src }));
  return createHash('sha256')
    .update(canonicalJson({ fingerprint, coding, quality: profile.quality, samples: plan.totalSamples, parts }))
    .digest('hex');
}
