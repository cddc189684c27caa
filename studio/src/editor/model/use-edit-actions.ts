import type { Clip, Command, TrackDef } from '@framemill/timeline';
import { useMemo } from 'react';
import type { MediaRecord } from './media.ts';
import { useActions, useReadEditor } from './use-editor.ts';

/** Length of what has none of its own, in seconds: pictures, texts and shapes. */
const STILL_SEC = 4;

/** The edits that buttons and keys share, on what is picked and where the playhead stands. */
export function useEditActions() {
  const actions = useActions();
  const read = useReadEditor();
  return useMemo(() => {
    const picked = (): Clip[] => {
      const { selection, document } = read();
      return document.clips.filter(({ id }) => selection.includes(id));
    };
    const names = (count: number) => (count === 1 ? 'a clip' : `${count} clips`);

    function runAndPick(label: string, command: Command): void {
      const clipId = actions.run(label, [command])?.results[0]?.data?.clipId;
      if (typeof clipId === 'string') actions.select([clipId]);
    }

    return {
      /** Splits what is picked, or else all unlocked clips, at the playhead. */
      split() {
        const { document, playheadSec } = read();
        const locked = new Set(document.tracks.filter((track) => track.locked).map(({ id }) => id));
        const isCut = ({ start, duration }: Clip) => playheadSec > start && playheadSec < start + duration;
        const own = picked().filter(isCut);
        const clips =
          own.length > 0 ? own : document.clips.filter((clip) => isCut(clip) && !locked.has(clip.trackIndex));
        if (clips.length === 0) return;
        const commands = clips.map(({ id }) => ({ op: 'splitClip', clipId: id, at: playheadSec }));
        actions.run(`Split ${names(clips.length)}`, commands);
      },
      remove(ripple: boolean) {
        const { selection } = read();
        if (selection.length === 0) return;
        const label = `Delete ${names(selection.length)}${ripple ? ' and close the gap' : ''}`;
        actions.run(label, [{ op: 'removeClips', clipIds: [...selection], ...(ripple ? { ripple } : {}) }]);
      },
      duplicate() {
        const clips = picked();
        if (clips.length === 0) return;
        const commands = clips.map(({ id }) => ({ op: 'duplicateClip', clipId: id }));
        actions.run(`Duplicate ${names(clips.length)}`, commands);
      },
      /** Cuts the picked clips off at the playhead: what lies before it goes (`start`), or after it (`end`). */
      trimTo(edge: 'start' | 'end') {
        const { playheadSec } = read();
        const clips = picked().filter(({ start, duration }) => playheadSec > start && playheadSec < start + duration);
        if (clips.length === 0) return;
        const commands = clips.map(({ id, start }) =>
          edge === 'start'
            ? { op: 'trimClip', clipId: id, start: playheadSec }
            : { op: 'trimClip', clipId: id, duration: playheadSec - start },
        );
        actions.run('Trim to the playhead', commands);
      },
      addText() {
        const start = read().playheadSec;
        runAndPick('Add a text', {
          op: 'addTextClip',
          text: 'Text',
          start,
          duration: STILL_SEC,
          style: { fontSize: 96 },
        });
      },
      addShape() {
        const start = read().playheadSec;
        const style = { fill: '#ffb765', width: 400, height: 400 };
        runAndPick('Add a shape', { op: 'addShapeClip', kind: 'rectangle', start, duration: STILL_SEC, style });
      },
      addMarker() {
        actions.run('Add a marker', [{ op: 'addMarkers', markers: [{ time: read().playheadSec }] }]);
      },
      /** Puts a file on the timeline, at the playhead or at a place of its own. */
      addMedia(record: MediaRecord, place: { start?: number; track?: TrackDef } = {}) {
        const { kind } = record;
        if (kind !== 'video' && kind !== 'audio' && kind !== 'image') return;
        const start = place.start ?? read().playheadSec;
        const duration = kind === 'image' ? STILL_SEC : (record.durationSec ?? STILL_SEC);
        const onTrack = place.track ? { trackIndex: place.track.id } : {};
        const command = { op: 'addClip', type: kind, src: record.id, name: record.name, start, duration, ...onTrack };
        runAndPick(`Add ${record.name}`, command);
      },
      selectAll() {
        actions.select(read().document.clips.map(({ id }) => id));
      },
    };
  }, [actions, read]);
}
