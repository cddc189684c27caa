import type { Clip, Command, TrackDef } from '@framemill/timeline';
import { useMemo } from 'react';
import { amountText } from '../../ui/format.ts';
import { type TitlePreset, titleCommand } from '../text/title-presets.ts';
import { mainTrack, trackEndSec } from './main-track.ts';
import type { MediaRecord } from './media.ts';
import { runInBatches, useActions, useReadEditor } from './use-editor.ts';

/** Duration of new clips without a length of their own (images, texts and shapes), in seconds. */
const STILL_SEC = 4;

/** Returns the duration of a new clip of a media file, in seconds. */
function fileSec({ kind, durationSec }: MediaRecord): number {
  return kind === 'image' ? STILL_SEC : (durationSec ?? STILL_SEC);
}

/** Returns the edits that buttons and keys share. They apply to the selected clips and the playhead. */
export function useEditActions() {
  const actions = useActions();
  const read = useReadEditor();
  return useMemo(() => {
    const picked = (): Clip[] => {
      const { selection, document } = read();
      return document.clips.filter(({ id }) => selection.includes(id));
    };
    const names = (count: number) => amountText(count, 'clip');

    /** Adds a clip and selects it. Returns whether the command was accepted. */
    function runAndPick(label: string, command: Command): boolean {
      const tried = actions.run(label, [command]);
      const clipId = tried?.results[0]?.data?.clipId;
      if (typeof clipId === 'string') actions.select([clipId]);
      return tried !== null;
    }

    function addFile(record: MediaRecord, start: number, track?: TrackDef): boolean {
      const { id: src, kind, name } = record;
      const type = kind === 'animation' ? 'video' : kind;
      if (type !== 'video' && type !== 'audio' && type !== 'image') return false;
      const onTrack = track ? { trackIndex: track.id } : {};
      const command = { op: 'addClip', type, src, name, start, duration: fileSec(record), ...onTrack };
      return runAndPick(`Add ${name}`, command);
    }

    return {
      /** Splits the selected clips at the playhead, or all unlocked clips there when none of the selected ones is. */
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
        const label = `Delete ${names(selection.length)}${ripple ? ' and close gap' : ''}`;
        actions.run(label, [{ op: 'removeClips', clipIds: [...selection], ...(ripple ? { ripple } : {}) }]);
      },
      duplicate() {
        const clips = picked();
        if (clips.length === 0) return;
        const commands = clips.map(({ id }) => ({ op: 'duplicateClip', clipId: id }));
        actions.run(`Duplicate ${names(clips.length)}`, commands);
      },
      /** Trims the selected clips at the playhead: removes the part before it (`start`) or after it (`end`). */
      trimTo(edge: 'start' | 'end') {
        const { playheadSec } = read();
        const clips = picked().filter(({ start, duration }) => playheadSec > start && playheadSec < start + duration);
        if (clips.length === 0) return;
        const commands = clips.map(({ id, start }) =>
          edge === 'start'
            ? { op: 'trimClip', clipId: id, start: playheadSec }
            : { op: 'trimClip', clipId: id, duration: playheadSec - start },
        );
        actions.run('Trim to playhead', commands);
      },
      /** Moves the start or end of the selected clips to the playhead. This can also extend a clip. */
      markEdge(edge: 'start' | 'end') {
        const { playheadSec } = read();
        const clips = picked().filter(({ start, duration }) =>
          edge === 'start' ? playheadSec < start + duration : playheadSec > start,
        );
        if (clips.length === 0) return;
        const commands = clips.map(({ id, start }) => ({
          ...{ op: 'trimClip', clipId: id },
          ...(edge === 'start' ? { start: playheadSec } : { duration: playheadSec - start }),
        }));
        runInBatches(actions, `Move ${edge} to playhead`, commands);
      },
      /**
       * Moves the selected clips by a number of frames; negative moves them earlier. Does nothing if a clip would start
       * before 0.
       */
      nudge(frames: number) {
        const { fps } = read().document.settings;
        const clips = picked().toSorted((a, b) => (frames > 0 ? b.start - a.start : a.start - b.start));
        if (clips.length === 0 || clips.some(({ start }) => start + frames / fps < 0)) return;
        const commands = clips.map(({ id, start }) => {
          return { op: 'moveClip', clipId: id, start: Math.round((start + frames / fps) * 1e6) / 1e6 };
        });
        runInBatches(actions, `Move ${names(clips.length)}`, commands);
      },
      /** Moves the playhead to the next (1) or previous (-1) clip edge or marker. */
      toCut(direction: 1 | -1) {
        const { document, playheadSec } = read();
        const markers = (document.markers ?? []).map(({ time }) => time);
        const edges = document.clips.flatMap(({ start, duration }) => [start, start + duration]);
        // Edges within 0.1 ms count as passed, because their times are sums of decimals.
        const ahead = [0, ...markers, ...edges].filter((time) => (time - playheadSec) * direction > 1e-4);
        if (ahead.length === 0) return;
        const nearest = ahead.reduce((best, time) => ((time - best) * direction < 0 ? time : best));
        actions.seek(nearest);
      },
      group() {
        const clipIds = picked().map(({ id }) => id);
        if (clipIds.length > 1) actions.run(`Group ${names(clipIds.length)}`, [{ op: 'groupClips', clipIds }]);
      },
      createComposition() {
        const clipIds = picked().map(({ id }) => id);
        if (clipIds.length > 0) actions.run('Create composition', [{ op: 'createComposition', clipIds }]);
      },
      ungroup() {
        const groupIds = new Set(picked().flatMap(({ groupId }) => groupId ?? []));
        const commands = [...groupIds].map((groupId) => ({ op: 'ungroupClips', groupId }));
        if (commands.length > 0) runInBatches(actions, 'Ungroup', commands);
      },
      /** Shows or hides the keyframes of the selected clips' tracks. */
      toggleLanes() {
        const { openTrackIds } = read();
        const ids = new Set(picked().map(({ trackIndex }) => trackIndex));
        const areOpen = [...ids].every((id) => openTrackIds.includes(id));
        const others = openTrackIds.filter((id) => !ids.has(id));
        actions.set({ openTrackIds: areOpen ? others : [...others, ...ids] });
      },
      addText() {
        const start = read().playheadSec;
        runAndPick('Add text', {
          op: 'addTextClip',
          text: 'Text',
          start,
          duration: STILL_SEC,
          style: { fontSize: 96 },
        });
      },
      /** Adds a title preset at the playhead. */
      addTitle(preset: TitlePreset) {
        const { playheadSec, document } = read();
        runAndPick(`Add title: ${preset.name}`, titleCommand(preset, document.settings, playheadSec));
      },
      addShape() {
        const start = read().playheadSec;
        const style = { fill: '#ffb765', width: 400, height: 400 };
        runAndPick('Add shape', { op: 'addShapeClip', kind: 'rectangle', start, duration: STILL_SEC, style });
      },
      addMarker() {
        actions.run('Add marker', [{ op: 'addMarkers', markers: [{ time: read().playheadSec }] }]);
      },
      /** Adds a media file to the timeline. Without a track, or where that has no free time, the service finds one. */
      addMedia(record: MediaRecord, { start, track }: { start: number; track?: TrackDef }) {
        addFile(record, start, track);
      },
      /** Adds a media file after the last clip of the main track. */
      appendMedia(record: MediaRecord) {
        const { document } = read();
        const track = mainTrack(document, record.kind);
        addFile(record, track ? trackEndSec(document, track.id) : 0, track);
      },
      /** Adds a media file at the playhead, which moves to the end of the new clip. */
      insertMedia(record: MediaRecord) {
        const start = read().playheadSec;
        if (addFile(record, start)) actions.seek(start + fileSec(record));
      },
      selectAll() {
        actions.select(read().document.clips.map(({ id }) => id));
      },
    };
  }, [actions, read]);
}
