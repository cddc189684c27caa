import { type Clip, KEYFRAMABLE, type KeyframableProp, type TrackDef, VOCABULARY } from '@framemill/timeline';
import { memo, useState } from 'react';
import { access } from '../../client/access.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { titleOf } from '../../ui/labels.ts';
import { Menu } from '../../ui/menu.tsx';
import { Popover } from '../../ui/popover.tsx';
import { TrackMenuItems } from '../menus/track-menus.tsx';
import { useActions, useEditor, useReadEditor } from '../model/use-editor.ts';
import { keyframeAt, propertyValue, removeKeyframe, setKeyframe } from './keyframe-commands.ts';
import { clipAt, type Row } from './rows.ts';

interface TrackHeaderProps {
  track: TrackDef;
  /** Clips of the track (`clips`), and the properties whose keyframe lanes are shown (`lanes`). */
  clips: readonly Clip[];
  lanes: readonly KeyframableProp[];
  /** Size in pixels. */
  width: number;
  height: number;
}

/** Header of a track: its name and switches. Solo affects only this editor; it does not change the project. */
export const TrackHeader = memo(function TrackHeader(props: TrackHeaderProps) {
  const { track, clips, lanes, width, height } = props;
  const actions = useActions();
  const read = useReadEditor();
  const { id, label, type, muted, locked, visible } = track;
  const isSolo = useEditor((state) => state.soloTrackIds.includes(id));
  const isOpen = useEditor((state) => state.openTrackIds.includes(id));
  const { mayEdit } = access();
  const update = (what: string, fields: Partial<TrackDef>) =>
    actions.run(what, [{ op: 'updateTrack', trackId: id, ...fields }]);
  const toggled = (ids: readonly number[]) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]);
  return (
    <div
      className="sticky left-0 z-10 flex shrink-0 flex-col justify-center border-r border-line bg-surface pr-1 pl-2"
      data-track-header={id}
      style={{ width, height: height - 1 }}
    >
      <div className="flex items-center gap-1.5">
        <Icon className="text-faint" name={type === 'audio' ? 'sound' : type === 'text' ? 'text' : 'film'} size={13} />
        <span className="min-w-0 grow truncate text-[13px] font-medium" title={label}>
          {label}
        </span>
        {mayEdit && isOpen && <AnimateButton clips={clips} lanes={lanes} track={track} />}
        {mayEdit && (
          <Menu align="start" trigger={<IconButton icon="more" label={`More actions for ${label}`} size="small" />}>
            <TrackMenuItems trackId={id} />
          </Menu>
        )}
      </div>
      <div className="-ml-1 flex h-5.5 items-center">
        <IconButton
          className="h-5.5"
          icon="keyframe"
          isOn={isOpen}
          label={`Keyframes of ${label}`}
          onClick={() => actions.set({ openTrackIds: toggled(read().openTrackIds) })}
          size="small"
        />
        {type !== 'text' && (
          <>
            <IconButton
              className="h-5.5"
              icon="solo"
              isOn={isSolo}
              label={isSolo ? `Unsolo ${label}` : `Solo ${label}`}
              onClick={() => actions.set({ soloTrackIds: toggled(read().soloTrackIds) })}
              size="small"
            />
            <IconButton
              className="h-5.5"
              disabled={!mayEdit}
              icon={muted ? 'soundOff' : 'sound'}
              isOn={muted}
              label={muted ? `Unmute ${label}` : `Mute ${label}`}
              onClick={() => update(muted ? 'Unmute track' : 'Mute track', { muted: !muted })}
              size="small"
            />
          </>
        )}
        {type !== 'audio' && (
          <IconButton
            className="h-5.5"
            disabled={!mayEdit}
            icon={visible ? 'eye' : 'eyeOff'}
            isOn={!visible}
            label={visible ? `Hide ${label}` : `Show ${label}`}
            onClick={() => update(visible ? 'Hide track' : 'Show track', { visible: !visible })}
            size="small"
          />
        )}
        <IconButton
          className="h-5.5"
          disabled={!mayEdit}
          icon={locked ? 'lock' : 'unlock'}
          isOn={locked}
          label={locked ? `Unlock ${label}` : `Lock ${label}`}
          onClick={() => update(locked ? 'Unlock track' : 'Lock track', { locked: !locked })}
          size="small"
        />
      </div>
    </div>
  );
});

interface AnimateButtonProps {
  track: TrackDef;
  /** Clips of the track (`clips`), and the properties whose keyframe lanes are already shown (`lanes`). */
  clips: readonly Clip[];
  lanes: readonly KeyframableProp[];
}

/**
 * Button that adds the first keyframe of a property to a clip of the track. The keyframe is added at the playhead if
 * that is within the clip, otherwise at the clip's start.
 */
function AnimateButton({ track, clips, lanes }: AnimateButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const actions = useActions();
  const read = useReadEditor();
  const clip = useTargetClip(clips);
  function animate(prop: (typeof VOCABULARY.keyframableProp)[number]) {
    if (!clip) return;
    setIsOpen(false);
    const sec = read().playheadSec - clip.start;
    const time = sec >= 0 && sec <= clip.duration ? sec : 0;
    const value = propertyValue(clip, prop, time);
    actions.run(`Animate: ${titleOf(prop)}`, [setKeyframe(clip, prop, { time, value })]);
  }
  return (
    <Popover
      isOpen={isOpen}
      label="Properties to animate"
      onOpenChange={setIsOpen}
      trigger={
        <IconButton
          disabled={clip === undefined || track.locked}
          icon="add"
          label={`Animate a property of ${track.label}`}
          size="small"
        />
      }
    >
      <div className="grid w-72 grid-cols-3 gap-0.5">
        {VOCABULARY.keyframableProp.map((prop) => (
          <button
            className="rounded-md px-2 py-1 text-left text-[13px] hover:bg-hover disabled:text-faint"
            disabled={lanes.includes(prop)}
            key={prop}
            onClick={() => animate(prop)}
            type="button"
          >
            {titleOf(prop)}
          </button>
        ))}
      </div>
    </Popover>
  );
}

interface LaneHeaderProps {
  prop: KeyframableProp;
  row: Row;
  width: number;
}

/**
 * Header of a keyframe lane: the property's name, its value at the playhead, and a button that adds or removes a
 * keyframe there.
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
      <span className="min-w-0 grow truncate text-xs text-soft" title={`${titleOf(prop)}: ${KEYFRAMABLE[prop].unit}`}>
        {titleOf(prop)}
      </span>
      <span className="text-xs text-faint tabular-nums">{value === null ? '' : Math.round(value * 100) / 100}</span>
      <IconButton
        disabled={!isInside || row.track.locked || !access().mayEdit}
        icon="keyframe"
        isOn={keyframe !== undefined}
        label={keyframe ? `Remove keyframe: ${titleOf(prop)}` : `Add keyframe: ${titleOf(prop)}`}
        onClick={() => {
          if (!clip || value === null) return;
          if (keyframe) actions.run(`Remove keyframe: ${titleOf(prop)}`, [removeKeyframe(clip, prop, keyframe)]);
          else actions.run(`Add keyframe: ${titleOf(prop)}`, [setKeyframe(clip, prop, { time: sec, value })]);
        }}
        size="small"
      />
    </div>
  );
}

/**
 * Returns the clip that the keyframe lane headers of a track refer to: a selected clip, otherwise the clip at the
 * playhead.
 */
function useTargetClip(clips: readonly Clip[]): Clip | undefined {
  const selection = useEditor((state) => state.selection);
  const playheadSec = useEditor((state) => state.playheadSec);
  return clips.find(({ id }) => selection.includes(id)) ?? clipAt(clips, playheadSec);
}
