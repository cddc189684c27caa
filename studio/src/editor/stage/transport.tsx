import { durationSec } from '@framemill/timeline';
import { IconButton } from '../../ui/button.tsx';
import { timecode } from '../../ui/format.ts';
import { useIsFullScreen } from '../model/full-screen.ts';
import { useActions, useEditor } from '../model/use-editor.ts';
import { useKeyActions } from '../model/use-key-actions.ts';
import { useKeyTexts } from '../model/use-shortcuts.ts';

/**
 * Controls of the playback below the canvas: time, play and steps, in and out points, loop and full screen. With
 * `isPlayer`, they are only time, play, start, end and full screen.
 */
export function Transport({ isPlayer }: { isPlayer: boolean }) {
  const document = useEditor((state) => state.document);
  const playheadSec = useEditor((state) => state.playheadSec);
  const rate = useEditor((state) => state.rate);
  const { inSec, outSec } = useEditor((state) => state.range);
  const isLooping = useEditor((state) => state.isLooping);
  const isFullScreen = useIsFullScreen();
  const actions = useActions();
  const does = useKeyActions();
  const keys = useKeyTexts();
  const { fps, width, height } = document.settings;
  const endSec = durationSec(document);
  return (
    <div className="@container shrink-0 border-t border-line bg-surface">
      <div className="flex h-11 items-center gap-1 px-3">
        <span className="w-26 font-mono text-[13px] tabular-nums" data-testid="timecode">
          {timecode(playheadSec, fps)}
        </span>
        <span className="hidden w-26 font-mono text-[13px] text-faint tabular-nums @lg:block">
          {timecode(endSec, fps)}
        </span>
        <div className="flex grow items-center justify-center gap-1">
          {!isPlayer && (
            <>
              <IconButton
                icon="rangeIn"
                isOn={inSec !== null}
                keys={keys.markIn}
                label="Set in point"
                onClick={does.markIn}
                size="small"
              />
              <IconButton
                icon="rangeOut"
                isOn={outSec !== null}
                keys={keys.markOut}
                label="Set out point"
                onClick={does.markOut}
                size="small"
              />
            </>
          )}
          <IconButton icon="skipBack" keys={keys.toStart} label="Go to start" onClick={does.toStart} />
          {!isPlayer && (
            <IconButton icon="chevronLeft" keys={keys.frameBack} label="Back one frame" onClick={does.frameBack} />
          )}
          <IconButton
            className="bg-raised"
            icon={rate === 0 ? 'play' : 'pause'}
            keys={keys.playPause}
            label={rate === 0 ? 'Play' : 'Pause'}
            onClick={does.playPause}
          />
          {!isPlayer && (
            <IconButton icon="chevronRight" keys={keys.frameOn} label="Forward one frame" onClick={does.frameOn} />
          )}
          <IconButton icon="skipForward" keys={keys.toEnd} label="Go to end" onClick={does.toEnd} />
          {!isPlayer && (
            <IconButton
              icon="loop"
              isOn={isLooping}
              keys={keys.loop}
              label="Loop"
              onClick={() => actions.set({ isLooping: !isLooping })}
              size="small"
            />
          )}
          {!isPlayer && (inSec !== null || outSec !== null) && (
            <IconButton
              icon="close"
              keys={keys.clearRange}
              label="Clear in and out points"
              onClick={does.clearRange}
              size="small"
            />
          )}
        </div>
        <span className="hidden w-40 text-right text-[13px] text-faint tabular-nums @2xl:block">
          {width} × {height}, {fps} fps
        </span>
        {globalThis.document.fullscreenEnabled && (
          <IconButton
            icon={isFullScreen ? 'shrink' : 'expand'}
            keys={keys.fullScreen}
            label={isFullScreen ? 'Exit full screen' : 'Full screen'}
            onClick={does.fullScreen}
            size="small"
          />
        )}
      </div>
    </div>
  );
}
