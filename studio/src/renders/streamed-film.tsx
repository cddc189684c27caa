import { useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { playStream } from './play-stream.ts';

interface StreamedFilmProps {
  /** URL of the HLS playlist. */
  url: string;
  /** Called with true when playback starts and false when it pauses or ends. */
  onPlaying(isPlaying: boolean): void;
}

/**
 * Player for the finished beginning of a video, with its audio, while the rest is still rendered. New parts are
 * appended as they are rendered.
 */
export function StreamedFilm({ url, onPlaying }: StreamedFilmProps) {
  const video = useRef<HTMLVideoElement>(null);
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
    <section aria-label="The film so far">
      {/* biome-ignore lint/a11y/useMediaCaption: captions are burned into the frames */}
      <video
        className="mx-auto max-h-105 w-full rounded-lg bg-black"
        controls
        onEnded={() => onPlaying(false)}
        onPause={() => onPlaying(false)}
        onPlay={() => onPlaying(true)}
        playsInline
        ref={video}
      />
      {isBroken && (
        <p className="mt-3 flex items-center gap-3 text-[13px] text-bad" role="alert">
          The film so far cannot be loaded at the moment; the render goes on.
          <Button onClick={() => setTries(tries + 1)} size="small">
            Load it again
          </Button>
        </p>
      )}
    </section>
  );
}
