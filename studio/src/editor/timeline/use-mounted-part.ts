import { startTransition, useEffect, useMemo, useState } from 'react';

/** Part of the timeline whose clips are DOM elements. */
export interface MountedPart {
  fromSec: number;
  toSec: number;
  pxPerSec: number;
}

/** Time that the zoom must rest before the mounted clips change, in ms. */
const REST_MS = 120;

/**
 * Returns the part of the timeline to mount. It follows scrolling with low priority, and zooming only when the zoom
 * rests.
 * The canvas draws all clips at once anyway; updating the elements during a zoom would add and remove hundreds of them
 * in every frame.
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
