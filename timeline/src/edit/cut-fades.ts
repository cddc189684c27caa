import type { Clip } from '../document/clip.ts';

/**
 * Fade of a clip, seen from the clip's edge. `edge` is its progress at the edge and `inner` its progress at its inner
 * end, 0-1.
 */
interface Fade {
  sec: number;
  edge: number;
  inner: number;
}

const NONE: Fade = { sec: 0, edge: 0, inner: 1 };
const LEAST = 1e-6;

/**
 * Computes the fades of a part of a clip, from `fromSec` to `toSec` of the clip's own time.
 * Each fade continues across all parts that it covers, as though the clip had not been cut.
 */
export function partOfFades(clip: Clip, fromSec: number, toSec: number, lengthSec: number): Partial<Clip> {
  const leftSec = toSec - fromSec;
  return fieldsOf(
    partOfFade(fadeIn(clip), fromSec, leftSec, lengthSec),
    partOfFade(fadeOut(clip), lengthSec - toSec, leftSec, lengthSec),
  );
}

/** Computes the fades of a clip whose edges move. A whole fade stays at its edge; one that was cut there continues. */
export function movedFades(clip: Clip, fromSec: number, toSec: number, lengthSec: number): Partial<Clip> {
  const leftSec = toSec - fromSec;
  return fieldsOf(
    movedFade(fadeIn(clip), fromSec, leftSec, lengthSec),
    movedFade(fadeOut(clip), lengthSec - toSec, leftSec, lengthSec),
  );
}

/**
 * Cuts `cutSec` off a fade at the clip's edge, with `leftSec` of the clip remaining. A negative `cutSec` extends the
 * clip.
 */
function partOfFade({ sec, edge, inner }: Fade, cutSec: number, leftSec: number, lengthSec: number): Fade {
  const audibleSec = Math.min(sec, lengthSec);
  if (audibleSec <= 0) return NONE;
  const aSecond = (inner - edge) / audibleSec;
  const from = Math.max(0, edge + cutSec * aSecond);
  const to = Math.min(1, from + leftSec * aSecond);
  return to - from < LEAST ? NONE : { sec: (to - from) / aSecond, edge: from, inner: to };
}

function movedFade(fade: Fade, cutSec: number, leftSec: number, lengthSec: number): Fade {
  const moved = fade.edge === 0 ? fade : partOfFade(fade, cutSec, leftSec, lengthSec);
  if (moved.inner === 1) return { ...moved, sec: Math.min(moved.sec, leftSec) };
  return partOfFade(moved, 0, leftSec, lengthSec);
}

function fadeIn({ fadeIn, fadeInFrom, fadeInTo }: Clip): Fade {
  return { sec: fadeIn, edge: fadeInFrom ?? 0, inner: fadeInTo ?? 1 };
}

function fadeOut({ fadeOut, fadeOutFrom, fadeOutTo }: Clip): Fade {
  return { sec: fadeOut, edge: fadeOutTo ?? 0, inner: fadeOutFrom ?? 1 };
}

function fieldsOf(fadeIn: Fade, fadeOut: Fade): Partial<Clip> {
  const fields: Partial<Clip> = { fadeIn: fadeIn.sec, fadeOut: fadeOut.sec };
  if (fadeIn.edge > 0) fields.fadeInFrom = fadeIn.edge;
  if (fadeIn.inner < 1) fields.fadeInTo = fadeIn.inner;
  if (fadeOut.inner < 1) fields.fadeOutFrom = fadeOut.inner;
  if (fadeOut.edge > 0) fields.fadeOutTo = fadeOut.edge;
  return fields;
}
