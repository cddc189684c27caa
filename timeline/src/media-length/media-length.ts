import { NAMED_KINDS } from '../command/requirements.ts';
import type { Clip } from '../document/clip.ts';
import { LIMITS } from '../document/limits.ts';
import { timeToPass } from '../edit/source-room.ts';
import { FramemillError } from '../errors/framemill-error.ts';
import { speedOf } from '../evaluate/source-time.ts';
import type { MediaFacts } from '../media/media-facts.ts';

/**
 * Fields that determine how long a clip takes to play its source to the end. `id` is empty before the clip is created.
 */
type Played = Pick<Clip, 'id' | 'type' | 'src' | 'mediaStart' | 'speed' | 'kfSpeed' | 'freezeAt'>;

/**
 * Computes the duration of a clip that plays its source from the in-point to the end, at its speed. A loop is played
 * once.
 * Timeline seconds. Throws `invalid_request` with the `clipId` for a clip or a source without such a length.
 */
export function mediaLengthSec(clip: Played, { kind, durationSec }: MediaFacts): number {
  requireLength(clip);
  const { src, mediaStart, speed, kfSpeed } = clip;
  if (durationSec === null) {
    const instead = 'Use a video or audio file, or set the duration of the clip in seconds.';
    throw fault(
      clip,
      `lasts as long as its media, but "${src}" is ${NAMED_KINDS[kind]}, which has no length. ${instead}`,
    );
  }
  const leftSec = durationSec - mediaStart;
  if (leftSec <= 0) {
    const what = `begins at ${mediaStart} s of its media, but "${src}" is ${durationSec} s long`;
    throw fault(clip, `${what}. Use longer media or an earlier mediaStart.`);
  }
  const lengthSec = kfSpeed?.length ? timeToPass(leftSec, (sec) => speedOf(clip).areaTo(sec)) : leftSec / speed;
  if (lengthSec <= LIMITS.seconds) return lengthSec;
  throw fault(
    clip,
    `would last ${lengthSec} s, as long as its media; the limit is ${LIMITS.seconds} s. Increase its speed.`,
  );
}

/**
 * Throws `invalid_request` with the `clipId` for a clip whose length cannot follow its media, because it plays no media
 * or is frozen.
 */
export function requireLength(clip: Played): void {
  const { type, freezeAt } = clip;
  if (type !== 'video' && type !== 'audio') {
    throw fault(clip, `is of type ${type}, which has no media length. Set its duration in seconds.`);
  }
  if (freezeAt !== null) {
    throw fault(clip, `is frozen at ${freezeAt} s and has no media length. Set its duration in seconds.`);
  }
}

function fault({ id, src }: Played, what: string): FramemillError {
  if (id === '') return new FramemillError('invalid_request', `The clip ${what}`, { src });
  return new FramemillError('invalid_request', `Clip "${id}" ${what}`, { clipId: id, src });
}
