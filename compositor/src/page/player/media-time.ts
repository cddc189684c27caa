/** Closer than this a video already shows what it should: seeking to the same place costs a decoded frame. Seconds. */
const near = 1e-4;
/** Frames start at times that files round: a thousandth later it is certainly the wanted one. Seconds. */
const inside = 1e-3;

/** Puts a video at a time of its source, as soon as it can be. */
export function followSource(video: HTMLVideoElement, sourceSec: number): void {
  const end = Number.isFinite(video.duration) ? video.duration : Number.POSITIVE_INFINITY;
  const wanted = Math.min(sourceSec + inside, Math.max(0, end - inside));
  if (Math.abs(video.currentTime - wanted) > near) video.currentTime = wanted;
}

/** Tells a frame of an html clip its time: now, and again when it says that it has loaded. */
export function followTime(frame: HTMLIFrameElement): (timeSec: number) => void {
  let current = 0;
  const tell = () => frame.contentWindow?.postMessage({ timeSec: current }, '*');
  frame.ownerDocument.defaultView?.addEventListener('message', (event) => {
    if (event.source === frame.contentWindow) tell();
  });
  return (timeSec) => {
    current = timeSec;
    tell();
  };
}
