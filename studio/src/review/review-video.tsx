import { type KeyboardEvent, useEffect, useRef } from 'react';
import { CommentPins } from '../comments/comment-pins.tsx';
import { clockText, placeText } from '../comments/thread-list.tsx';
import type { CommentThread, Place } from '../comments/threads.ts';
import { IconButton } from '../ui/button.tsx';
import type { Review } from './review-service.ts';
import { type PlayableState, usePlayable } from './use-playable.ts';

interface ReviewVideoProps {
  video: Review['video'];
  threads: readonly CommentThread[];
  /** Id of the highlighted thread; null for none. */
  pickedId: string | null;
  /** Time to go to, as a new object for each request; null for none. */
  sought: { readonly timeSec: number } | null;
  /** Place of the comment that is being written; null for none. */
  draft: Place | null;
  onPick(thread: CommentThread): void;
  onPlace: ((point: NonNullable<Place['point']>) => void) | undefined;
  /** Called with the time that is shown, in seconds. */
  onTime(timeSec: number): void;
}

/** Video with pins of comments over it, and a seek bar with their times below it. */
export function ReviewVideo(props: ReviewVideoProps) {
  const { video, threads, pickedId, sought, draft, onPick, onPlace, onTime } = props;
  const host = useRef<HTMLDivElement>(null);
  const playable = usePlayable(host, video);
  const { timeSec, ratio, isPaused, problem } = playable;
  useEffect(() => onTime(timeSec), [onTime, timeSec]);
  const { seek } = playable;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new request moves the video
  useEffect(() => {
    if (sought) seek(sought.timeSec);
  }, [sought]);
  return (
    <section aria-label="Video" className="flex min-w-0 grow flex-col bg-sunken">
      <div className="flex grow items-center justify-center min-[900px]:p-4">
        <div
          className="relative bg-black"
          style={{ aspectRatio: ratio ?? 16 / 9, width: `min(100%, calc(74vh * ${ratio ?? 16 / 9}))` }}
        >
          <div className="absolute inset-0" ref={host} />
          {/* Over the video: presses on it play, pause, or place a pin. */}
          <button
            aria-label={isPaused ? 'Play video' : 'Pause video'}
            className="absolute inset-0"
            onClick={playable.toggle}
            tabIndex={-1}
            type="button"
          />
          <CommentPins
            atSec={timeSec}
            newPoint={draft?.point ?? null}
            onPick={onPick}
            onPlace={onPlace}
            pickedId={pickedId}
            threads={threads}
          />
          {problem !== null && (
            <p className="absolute inset-0 grid place-items-center bg-black/70 p-4 text-center text-white" role="alert">
              {problem}
            </p>
          )}
        </div>
      </div>
      <div className="flex items-center gap-2 border-t border-line bg-surface px-3 py-2">
        <IconButton icon={isPaused ? 'play' : 'pause'} label={isPaused ? 'Play' : 'Pause'} onClick={playable.toggle} />
        <SeekBar draft={draft} onPick={onPick} pickedId={pickedId} playable={playable} threads={threads} />
        <span className="font-mono text-[13px] whitespace-nowrap text-soft tabular-nums" data-testid="review-time">
          {clockText(timeSec)} / {clockText(playable.durationSec ?? 0)}
        </span>
      </div>
    </section>
  );
}

interface SeekBarProps extends Pick<ReviewVideoProps, 'threads' | 'pickedId' | 'draft' | 'onPick'> {
  playable: PlayableState;
}

/** Seek bar with a mark for the time of each thread. */
function SeekBar({ playable, threads, pickedId, draft, onPick }: SeekBarProps) {
  const { timeSec, durationSec, seek } = playable;
  const wholeSec = durationSec ?? 0;
  // The centre of the thumb does not reach the ends of the bar.
  const share = (sec: number) => `calc(8px + (100% - 16px) * ${wholeSec > 0 ? Math.min(1, sec / wholeSec) : 0})`;
  const spanStyle = ({ timeSec: fromSec, endSec }: Place) => {
    const length = wholeSec > 0 ? (Math.min(endSec ?? fromSec, wholeSec) - fromSec) / wholeSec : 0;
    return { left: share(fromSec), width: `calc((100% - 16px) * ${Math.max(0, length)})` };
  };
  function press(event: KeyboardEvent) {
    if (event.key !== ' ') return;
    event.preventDefault();
    playable.toggle();
  }
  return (
    <div className="relative min-w-0 grow pt-5">
      {threads
        .filter(({ endSec }) => endSec !== null)
        .map((thread) => (
          <span
            className={`pointer-events-none absolute top-4 h-1 opacity-60 ${thread.id === pickedId ? 'bg-accent' : 'bg-info'}`}
            key={thread.id}
            style={spanStyle(thread)}
          />
        ))}
      {draft && draft.endSec !== null && (
        <span
          className="pointer-events-none absolute top-4 h-1 bg-accent"
          data-testid="new-range"
          style={spanStyle(draft)}
        />
      )}
      {threads.map((thread) => (
        <button
          aria-label={`Comment at ${placeText(thread)}: ${thread.text.slice(0, 80)}`}
          className={`absolute top-0 h-4 w-3 -translate-x-1/2 rounded-t-full rounded-br-full ${thread.id === pickedId ? 'bg-accent' : thread.resolvedAt === null ? 'bg-info' : 'bg-line-strong'}`}
          data-mark={thread.id}
          key={thread.id}
          onClick={() => onPick(thread)}
          style={{ left: share(thread.timeSec) }}
          title={thread.text.slice(0, 80)}
          type="button"
        />
      ))}
      <input
        aria-label="Time"
        aria-valuetext={`${clockText(timeSec)} of ${clockText(wholeSec)}`}
        className="block h-5 w-full accent-accent"
        max={wholeSec}
        min={0}
        onChange={({ target }) => seek(Number(target.value))}
        onKeyDown={press}
        step={0.01}
        type="range"
        value={timeSec}
      />
    </div>
  );
}
