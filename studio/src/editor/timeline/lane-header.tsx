import { type Clip, KEYFRAMABLE, type KeyframableProp } from '@framemill/timeline';
import { IconButton } from '../../ui/button.tsx';
import { useActions, useEditor } from '../model/use-editor.ts';
import { keyframeAt, propertyValue, removeKeyframe, setKeyframe } from './keyframe-commands.ts';
import type { Row } from './rows.ts';
import { clipAt } from './rows.ts';

interface LaneHeaderProps {
  prop: KeyframableProp;
  row: Row;
  width: number;
}

/**
 * Header of a lane: the property's name, its value at the playhead, and a button that adds or removes a keyframe there.
 */
export function LaneHeader({ prop, row, width }: LaneHeaderProps) {
  const actions = useActions();
  const playheadSec = useEditor((state) => state.playheadSec);
  const fps = useEditor((state) => state.document.settings.fps);
  const clip = useTargetClip(row.clips);
  const sec = clip ? playheadSec - clip.start : 0;
  const isInside = clip !== undefined && sec >= 0 && sec <= clip.duration;
  const value = clip && isInside ? propertyValue(clip, prop, sec) : null;
  const keyframe = clip && isInside ? keyframeAt(clip, prop, sec, 1 / fps) : undefined;
  return (
    <div
      className="sticky left-0 z-10 flex shrink-0 items-center gap-1 border-r border-line bg-surface pr-1 pl-5"
      style={{ width }}
    >
      <span className="min-w-0 grow truncate text-xs text-soft" title={`${prop}: ${KEYFRAMABLE[prop].unit}`}>
        {prop}
      </span>
      <span className="text-xs text-faint tabular-nums">{value === null ? '' : Math.round(value * 100) / 100}</span>
      <IconButton
        disabled={!isInside || row.track.locked}
        icon="keyframe"
        isOn={keyframe !== undefined}
        label={keyframe ? `Remove the keyframe of ${prop}` : `Add a keyframe of ${prop}`}
        onClick={() => {
          if (!clip || value === null) return;
          if (keyframe) actions.run(`Remove a keyframe of ${prop}`, [removeKeyframe(clip, prop, keyframe)]);
          else actions.run(`Add a keyframe of ${prop}`, [setKeyframe(clip, prop, { time: sec, value })]);
        }}
        size="small"
      />
    </div>
  );
}

/** Returns the clip of a track that its lane headers refer to: a selected clip, otherwise the clip at the playhead. */
export function useTargetClip(clips: readonly Clip[]): Clip | undefined {
  const selection = useEditor((state) => state.selection);
  const playheadSec = useEditor((state) => state.playheadSec);
  return clips.find(({ id }) => selection.includes(id)) ?? clipAt(clips, playheadSec);
}
