/**
 * Plays an HLS playlist from its start in a video element. Calls `onBroken` on an unrecoverable error. Returns a
 * function that stops playback.
 * The player library (hls.js) is loaded on first use. Browsers that it does not support play the playlist natively.
 */
export function playStream(video: HTMLVideoElement, address: string, onBroken: () => void): () => void {
  let isOver = false;
  let destroy = () => video.removeAttribute('src');
  async function begin() {
    const { default: Hls } = await import('hls.js');
    if (isOver) return;
    if (!Hls.isSupported()) {
      video.src = address;
      return;
    }
    // The player's worker would be a script created by the page, which the content policy forbids. Segments need no
    // worker.
    const hls = new Hls({ enableWorker: false, startPosition: 0 });
    destroy = () => hls.destroy();
    hls.on(Hls.Events.ERROR, (_event, { fatal, type }) => {
      if (!fatal) return;
      if (type === Hls.ErrorTypes.MEDIA_ERROR) hls.recoverMediaError();
      else onBroken();
    });
    hls.loadSource(address);
    hls.attachMedia(video);
  }
  begin().catch(onBroken);
  return () => {
    isOver = true;
    destroy();
  };
}
