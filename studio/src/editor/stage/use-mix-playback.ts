import type { MixPlayer } from '@framemill/compositor/engine-client';
import { durationSec } from '@framemill/timeline';
import { type RefObject, useEffect, useRef } from 'react';
import { useActions, useEditor, useReadEditor } from '../model/use-editor.ts';

/**
 * Plays with the mix of the browser engine while `mix` is not null: from the playhead to the end of the document or of
 * the loop, by the clock of the audio. `show` shows each time. Returns whether the mix is the clock, for event
 * handlers.
 */
export function useMixPlayback(mix: MixPlayer | null, show: (timeSec: number) => void): RefObject<boolean> {
  const actions = useActions();
  const read = useReadEditor();
  const lap = useEditor((state) => state.lap);
  const isClock = useRef(false);
  const shown = useRef(show);
  shown.current = show;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each repetition of a loop begins at the playhead again
  useEffect(() => {
    isClock.current = mix !== null;
    if (!mix) return;
    const { playheadSec, document } = read();
    let request = 0;
    function goOn(played: MixPlayer): void {
      const endSec = durationSec(read().document);
      const timeSec = Math.min(played.timeSec(), endSec);
      const isPlaying = timeSec < endSec;
      if (isPlaying) shown.current(timeSec);
      // At the end, this pauses, and the preview shows the time.
      actions.shown(timeSec, isPlaying);
      if (isPlaying) request = requestAnimationFrame(() => goOn(played));
    }
    mix.prepare(playheadSec < durationSec(document) ? playheadSec : 0);
    mix.play();
    goOn(mix);
    return () => {
      cancelAnimationFrame(request);
      mix.pause();
    };
  }, [mix, lap, actions, read]);

  return isClock;
}
