import { useEffect, useRef, useState } from 'react';
import { IconButton } from '../ui/button.tsx';
import { durationText } from '../ui/format.ts';
import type { RenderMap } from './render-queries.ts';
import { segmentAt, segmentsSoFar } from './segments-so-far.ts';

interface FilmSoFarProps {
  renderId: string;
  segments: RenderMap['segments'];
  /** Frames a second of the film. */
  fps: number;
}

/**
 * The film as far as it is rendered, without its sound, which is mixed by itself. Segments are closed groups of pictures in a file
 * each: two players take turns, one shows a segment while the other loads the next.
 */
export function FilmSoFar({ renderId, segments, fps }: FilmSoFarProps) {
  const ready = segmentsSoFar(segments);
  const total = segments.at(-1)?.endFrame ?? 0;
  const until = ready.at(-1)?.endFrame ?? 0;
  const [place, setPlace] = useState(0);
  const [frame, setFrame] = useState(0);
  const [isPlaying, setIsPlaying] = useState(false);
  const players = [useRef<HTMLVideoElement>(null), useRef<HTMLVideoElement>(null)] as const;
  const shown = players[place % 2 === 0 ? 0 : 1];
  const current = ready[place];
  const addressAt = (index: number) => {
    const segment = ready[index];
    return segment && `/api/studio/renders/${renderId}/segments/${segment.index}`;
  };

  useEffect(() => {
    const video = shown.current;
    if (!video) return;
    // A browser may forbid to play; the button is there to try again.
    if (isPlaying) video.play().catch(() => setIsPlaying(false));
    else video.pause();
  }, [isPlaying, shown]);

  function seek(wanted: number) {
    const found = segmentAt(ready, wanted);
    const segment = ready[found];
    if (!segment) return;
    setFrame(wanted);
    setPlace(found);
    const video = players[found % 2 === 0 ? 0 : 1].current;
    if (video) video.currentTime = (wanted - segment.startFrame) / fps;
  }

  function goOn() {
    if (place + 1 < ready.length) setPlace(place + 1);
    else setIsPlaying(false);
  }

  if (ready.length === 0) return null;
  return (
    <section aria-label="The film so far">
      <div className="relative aspect-video w-full overflow-hidden rounded-lg bg-black">
        {players.map((ref, which) => {
          const isShown = place % 2 === which;
          return (
            <video
              className={`absolute inset-0 size-full ${isShown ? '' : 'invisible'}`}
              data-segment={isShown ? current?.index : undefined}
              // biome-ignore lint/suspicious/noArrayIndexKey: there are two, in this order
              key={which}
              muted
              onEnded={isShown ? goOn : undefined}
              onTimeUpdate={({ currentTarget }) => {
                if (isShown && current) setFrame(current.startFrame + Math.round(currentTarget.currentTime * fps));
              }}
              playsInline
              preload="auto"
              ref={ref}
              src={addressAt(isShown ? place : place + 1)}
            />
          );
        })}
      </div>
      <div className="mt-2 flex items-center gap-2">
        <IconButton
          icon={isPlaying ? 'pause' : 'play'}
          label={isPlaying ? 'Pause the film so far' : 'Play the film so far'}
          onClick={() => {
            if (!isPlaying && frame >= until - 1) seek(0);
            setIsPlaying(!isPlaying);
          }}
        />
        <input
          aria-label="Place in the film so far"
          className="grow accent-accent"
          max={Math.max(0, until - 1)}
          min={0}
          onChange={({ target }) => seek(Number(target.value))}
          type="range"
          value={Math.min(frame, until)}
        />
        <span className="text-[13px] text-soft tabular-nums" data-testid="film-so-far">
          {durationText(frame / fps)} / {durationText(until / fps)} of {durationText(total / fps)}
        </span>
      </div>
    </section>
  );
}
