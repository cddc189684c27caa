/**
 * Plays an HLS playlist from its start in a video element; `onBroken` is called when it cannot go on. Returns what ends it. The
 * player is loaded when it is first needed; where a browser plays playlists by itself and nothing else, it does.
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
    // Its worker would be a script made within the page, which the content policy forbids; the parts need no unpacking.
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
