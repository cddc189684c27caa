/** Run of consecutive segments, both ends included. */
export interface SegmentRun {
  readonly firstSegment: number;
  readonly lastSegment: number;
  readonly frames: number;
}

/** Segment that must be rendered. */
export interface MissingSegment {
  readonly index: number;
  readonly contentKey: string;
  readonly frames: number;
}

/**
 * Groups missing segments into runs of at most `maxLength` consecutive ones. Of segments with equal content keys (a
 * still, a loop) only the first is rendered; the others use its artifact.
 */
export function groupSegments(missing: readonly MissingSegment[], maxLength: number): SegmentRun[] {
  const seen = new Set<string>();
  const runs: SegmentRun[] = [];
  for (const segment of [...missing].sort((a, b) => a.index - b.index)) {
    if (seen.has(segment.contentKey)) continue;
    seen.add(segment.contentKey);
    const last = runs.at(-1);
    const joins =
      last !== undefined && last.lastSegment + 1 === segment.index && segment.index - last.firstSegment < maxLength;
    if (joins) {
      runs[runs.length - 1] = { ...last, lastSegment: segment.index, frames: last.frames + segment.frames };
    } else {
      runs.push({ firstSegment: segment.index, lastSegment: segment.index, frames: segment.frames });
    }
  }
  return runs;
}
