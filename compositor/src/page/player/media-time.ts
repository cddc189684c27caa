/**
 * Difference below which a video already shows the right frame: seeking again would decode a frame for nothing.
 * Seconds.
 */
const near = 1e-4;
/**
 * Offset that is added to a frame's start time, so that rounding in the file cannot select the frame before. Seconds.
 */
const inside = 1e-3;

/** Seeks a video to a time of its source. Does nothing when the video is already there. */
export function followSource(video: HTMLVideoElement, sourceSec: number): void {
  const end = Number.isFinite(video.duration) ? video.duration : Number.POSITIVE_INFINITY;
  const wanted = Math.min(sourceSec + inside, Math.max(0, end - inside));
  if (Math.abs(video.currentTime - wanted) > near) video.currentTime = wanted;
}

/**
 * Returns a function that sends a time to the frame of an html clip. The last time is sent again when the frame reports
 * that it has loaded.
 */
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
