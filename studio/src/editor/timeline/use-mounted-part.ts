import { startTransition, useEffect, useMemo, useState } from 'react';

/** The part of the timeline whose clips are elements of the page. */
export interface MountedPart {
  fromSec: number;
  toSec: number;
  pxPerSec: number;
}

/** How long the zoom rests before other clips become elements, in milliseconds. */
const REST_MS = 120;

/**
 * Follows the part that is in the window: as soon as there is time while it is scrolled, once it rests while it is zoomed. Clips are drawn
 * at once whatever they are; as elements hundreds would come and go with every frame of a zoom.
 */
export function useMountedPart(fromSec: number, toSec: number, pxPerSec: number): MountedPart {
  const wanted = useMemo(() => ({ fromSec, toSec, pxPerSec }), [fromSec, toSec, pxPerSec]);
  const [part, setPart] = useState(wanted);
  const isZoomed = part.pxPerSec !== pxPerSec;
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setPart(wanted)), isZoomed ? REST_MS : 0);
    return () => clearTimeout(timer);
  }, [wanted, isZoomed]);
  return part;
}
