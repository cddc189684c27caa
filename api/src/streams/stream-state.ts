import type { Database } from '@framemill/infra';
import { objectKeys } from '@framemill/scheduler/protocol';
import type { StoredMovie } from './stored-track.ts';

/** A segment that is there. */
export interface StreamSegment {
  readonly objectKey: string;
  readonly sizeBytes: number;
  readonly startSec: number;
  readonly durationSec: number;
  /** The first of those that one decoder set-up is for: in a smart render, packets of a source stand beside encoded ones. */
  readonly setupIndex: number;
}

/** What can be played of a render at this moment. */
export interface StreamState {
  /** From the first on, without a gap. */
  readonly segments: readonly StreamSegment[];
  /** Length of the longest segment, of those that are still to come as well. */
  readonly longestSec: number;
  /** Whether a source's packets stand beside encoded ones: then segments need different decoder set-ups. */
  readonly isMixed: boolean;
  /** True: these are all. */
  readonly isWhole: boolean;
  /** Account of the render. */
  readonly accountId: string;
  /** File of the mix; null: the film has no sound. */
  readonly audio: StoredMovie | null;
  readonly width: number;
  readonly height: number;
  readonly fps: number;
}

interface Profile {
  width: number;
  height: number;
  rate: { num: number; den: number };
}

/**
 * Reads what can be played of the render whose file has this name; null: there is none, it has ended without a file, its sound is not mixed yet,
 * it has no segments, or they were swept.
 */
export async function streamState({ client }: Database, name: string): Promise<StreamState | null> {
  const render = await client.render.findFirst({
    where: { exportKey: `exports/${name}.mp4`, format: 'mp4', status: { in: ['PROCESSING', 'COMPLETED'] } },
    select: { id: true, accountId: true, audioKey: true, profile: true },
  });
  if (render === null) return null;
  const rows = await client.$queryRaw<
    {
      startFrame: number;
      endFrame: number;
      contentKey: string;
      sha256: string | null;
      sizeBytes: bigint | null;
      isCopy: boolean;
    }[]
  >`
    SELECT s."startFrame", s."endFrame", s."contentKey", s.sha256, a."sizeBytes", coalesce(s.made ? 'src', false) AS "isCopy" FROM "RenderSegment" s
    LEFT JOIN "Artifact" a ON a."accountId" = ${render.accountId} AND a."contentKey" = s."contentKey" AND a.sha256 = s.sha256
    WHERE s."renderId" = ${render.id} ORDER BY s.index`;
  const audio =
    render.audioKey === null
      ? null
      : await client.artifact.findUnique({
          where: { accountId_contentKey: { accountId: render.accountId, contentKey: render.audioKey } },
        });
  if (render.audioKey !== null && audio === null) return null;
  const missing = rows.findIndex(({ sha256 }) => sha256 === null);
  const there = missing < 0 ? rows : rows.slice(0, missing);
  if (there.length === 0 || there.some(({ sizeBytes }) => sizeBytes === null)) return null;
  const { width, height, rate } = render.profile as unknown as Profile;
  const seconds = (frames: number) => (frames * rate.den) / rate.num;
  // All copies of a render have equal parameter sets, and so has all that is encoded.
  let setupIndex = 0;
  const setups = there.map(({ isCopy }, index) => {
    if (isCopy !== there[setupIndex]?.isCopy) setupIndex = index;
    return setupIndex;
  });
  return {
    longestSec: seconds(Math.max(...rows.map(({ startFrame, endFrame }) => endFrame - startFrame))),
    segments: there.map(({ startFrame, endFrame, contentKey, sha256, sizeBytes }, index) => ({
      setupIndex: setups[index] ?? 0,
      objectKey: objectKeys.segment(render.accountId, contentKey, sha256 ?? ''),
      sizeBytes: Number(sizeBytes ?? 0),
      startSec: seconds(startFrame),
      durationSec: seconds(endFrame - startFrame),
    })),
    isMixed: rows.some(({ isCopy }) => isCopy !== rows[0]?.isCopy),
    isWhole: missing < 0,
    accountId: render.accountId,
    audio: audio && {
      key: objectKeys.segment(render.accountId, audio.contentKey, audio.sha256),
      sizeBytes: Number(audio.sizeBytes),
    },
    ...{ width, height, fps: rate.num / rate.den },
  };
}
