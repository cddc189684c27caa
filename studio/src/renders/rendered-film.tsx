import { formatFacts, formats } from '@framemill/compositor/formats';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Copyable } from '../ui/page.tsx';
import { isActive, type RenderRecord } from './render-queries.ts';

/**
 * Video of a render. While the render is active, the finished part is shown as a stream; afterwards the file is shown.
 * A stream that is playing when the render ends keeps playing.
 */
export function RenderedFilm({ render }: { render: RenderRecord }) {
  const [isPlaying, setIsPlaying] = useState(false);
  const { streamUrl, status } = render;
  if (streamUrl !== null && (isActive(render) || isPlaying)) {
    return <StreamedFilm onPlaying={setIsPlaying} url={streamUrl} />;
  }
  if (status === 'COMPLETED') return <FinishedFilm render={render} />;
  return <p className="text-[13px] text-soft">{whenSeen(render)}</p>;
}

/** Whether the page shows a video card: the render is active, or it has completed with a file. */
export function hasFilm(render: RenderRecord): boolean {
  return isActive(render) || (render.status === 'COMPLETED' && render.url !== null);
}

/** Returns a sentence that explains when an active render can be watched. */
function whenSeen({ format }: RenderRecord): string {
  return format === 'mp4'
    ? 'You can watch the video here as soon as its beginning is rendered.'
    : 'The file appears here when it is complete. Only MP4 videos can be watched while they render.';
}

/** Player or image of a finished render with its link. Renders nothing while the render has no URL. */
function FinishedFilm({ render: { format, url } }: { render: Pick<RenderRecord, 'format' | 'url'> }) {
  if (!url) return null;
  return (
    <>
      <Shown format={format} url={url} />
      <div className="mt-4">
        <Copyable label="Link" text={url} />
        <p className="mt-1.5 text-[13px] text-faint">Anyone with this link can view the file.</p>
      </div>
    </>
  );
}

/** CSS classes of a video, whose size is in the style of `useShape`. */
const FILM_CLASS = 'mx-auto rounded-lg bg-black';

/**
 * Returns the style of a video element that has the shape of its video and at most 60% of the height of the window, and
 * the function that reads the shape once it is known. Until then the shape is 16:9.
 */
function useShape() {
  const [ratio, setRatio] = useState(16 / 9);
  return {
    style: { aspectRatio: ratio, width: `min(100%, calc(60vh * ${ratio}))` },
    read({ currentTarget: { videoWidth, videoHeight } }: { currentTarget: HTMLVideoElement }) {
      if (videoWidth > 0 && videoHeight > 0) setRatio(videoWidth / videoHeight);
    },
  };
}

function Shown({ format, url }: { format: string; url: string }) {
  const shape = useShape();
  const known = formats.find((one) => one === format);
  const { assembly, mimeType } = formatFacts(known ?? 'mp4');
  if (mimeType === 'application/zip')
    return <p className="text-soft">No preview for ZIP files. Download the file to view it.</p>;
  if (assembly === 'sound') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: it is the audio track of a video
      <audio className="w-full" controls preload="metadata" src={url} />
    );
  }
  if (assembly !== 'film') return <img alt="Rendered file" className="mx-auto max-h-105 rounded-lg" src={url} />;
  return (
    // biome-ignore lint/a11y/useMediaCaption: captions are burned into the frames
    <video
      className={FILM_CLASS}
      controls
      onLoadedMetadata={shape.read}
      playsInline
      preload="metadata"
      src={`${url}#t=0.5`}
      style={shape.style}
    />
  );
}

interface StreamedFilmProps {
  /** URL of the HLS playlist. */
  url: string;
  /** Called with true when playback starts and false when it pauses or ends. */
  onPlaying(isPlaying: boolean): void;
}

/**
 * Player for the beginning of a video that is already rendered, with its audio. Further segments are appended as they
 * are rendered.
 */
function StreamedFilm({ url, onPlaying }: StreamedFilmProps) {
  const video = useRef<HTMLVideoElement>(null);
  const shape = useShape();
  const [tries, setTries] = useState(0);
  const [isBroken, setIsBroken] = useState(false);
  // The URL may contain another host than this page has, but the content policy allows only this page's host.
  const address = new URL(url, location.href).pathname;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each retry restarts the stream
  useEffect(() => {
    if (!video.current) return;
    setIsBroken(false);
    return playStream(video.current, address, () => setIsBroken(true));
  }, [address, tries]);

  return (
    <section aria-label="Video so far">
      {/* biome-ignore lint/a11y/useMediaCaption: captions are burned into the frames */}
      <video
        className={FILM_CLASS}
        controls
        onEnded={() => onPlaying(false)}
        onLoadedMetadata={shape.read}
        onPause={() => onPlaying(false)}
        onPlay={() => onPlaying(true)}
        playsInline
        ref={video}
        style={shape.style}
      />
      {isBroken && (
        <p className="mt-3 flex items-center gap-3 text-[13px] text-bad" role="alert">
          The video could not be loaded. The render continues.
          <Button onClick={() => setTries(tries + 1)} size="small">
            Try again
          </Button>
        </p>
      )}
    </section>
  );
}

/**
 * Plays an HLS playlist from its start in a video element. Calls `onBroken` on an unrecoverable error. Returns a
 * function that stops playback.
 * The player library (hls.js) is loaded on first use. Browsers that it does not support play the playlist natively.
 */
function playStream(video: HTMLVideoElement, address: string, onBroken: () => void): () => void {
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
