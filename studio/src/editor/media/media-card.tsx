import type { DragEvent, KeyboardEvent, MouseEvent } from 'react';
import { access } from '../../client/access.ts';
import { IconButton } from '../../ui/button.tsx';
import { amountText, durationText } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icons.ts';
import { kindLabel } from '../../ui/labels.ts';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import type { MediaRecord } from '../model/media.ts';
import { carryMedia } from '../timeline/use-media-drop.ts';

/** Action on a media file that opens a dialog. */
export type MediaQuestion = 'uses' | 'replace' | 'delete';

interface MediaCardProps {
  record: MediaRecord;
  /** Number of clips of the open project that use the file. */
  useCount: number;
  /** Adds the file to the timeline: after the last clip of the main track, or at the playhead. */
  add(where: 'end' | 'playhead'): void;
  ask(what: MediaQuestion): void;
}

/**
 * Card of a media file. A click or Enter adds the file after the last clip of the main track, with Alt at the playhead.
 * The card can also be dragged onto the timeline.
 */
export function MediaCard({ record, useCount, add, ask }: MediaCardProps) {
  const { name, kind, posterUrl, durationSec } = record;
  const canBePlaced = isPlaceable(record);
  const state = stateText(record, useCount);
  return (
    <div
      className="group relative overflow-hidden rounded-lg border border-line bg-raised hover:border-accent"
      data-media={record.id}
    >
      <button
        aria-label={canBePlaced ? `Add ${name} to the end` : name}
        className="flex w-full flex-col text-left disabled:opacity-60"
        disabled={!canBePlaced}
        draggable={canBePlaced}
        onClick={(event: MouseEvent) => add(event.altKey ? 'playhead' : 'end')}
        onDragStart={(event: DragEvent) => carryMedia(event.dataTransfer, record)}
        onKeyDown={(event: KeyboardEvent) => {
          // Browsers do not press buttons with Alt and Enter.
          if (event.key !== 'Enter' || !event.altKey) return;
          event.preventDefault();
          add('playhead');
        }}
        title={canBePlaced ? 'Adds to the end; with Alt, at the playhead' : undefined}
        type="button"
      >
        <span className="flex aspect-video w-full items-center justify-center bg-sunken">
          {posterUrl ? (
            <img alt="" className="size-full object-cover" draggable={false} loading="lazy" src={posterUrl} />
          ) : (
            <Icon className="text-faint" name={KIND_ICONS[kind ?? ''] ?? 'clip'} size={22} />
          )}
        </span>
        <span className="w-full truncate px-2 pt-1 text-left text-[13px]" dir="auto" title={name}>
          {name}
        </span>
      </button>
      {durationSec !== null && kind !== 'image' && (
        <span className="pointer-events-none absolute inset-x-0 top-0 flex aspect-video items-end justify-end p-1">
          <span className="rounded bg-black/70 px-1 text-[11px] text-white tabular-nums">
            {durationText(durationSec)}
          </span>
        </span>
      )}
      <p className="px-2 pb-1 text-xs text-faint">{state}</p>
      <span className="absolute top-1 right-1 rounded-md bg-overlay opacity-0 group-focus-within:opacity-100 group-hover:opacity-100">
        <Menu trigger={<IconButton icon="more" label={`More actions for ${name}`} size="small" />}>
          <MediaMenuItems add={add} ask={ask} record={record} useCount={useCount} />
        </Menu>
      </span>
    </div>
  );
}

/** Items of the menu of a media file: of its button, and of its context menu. */
export function MediaMenuItems({ record, useCount, add, ask }: MediaCardProps) {
  const isAdded = isPlaceable(record);
  return (
    <>
      <MenuItem icon="add" isDisabled={!isAdded} onClick={() => add('end')}>
        Add to the end
      </MenuItem>
      <MenuItem icon="marker" isDisabled={!isAdded} onClick={() => add('playhead')}>
        Add at the playhead
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon="search" isDisabled={useCount === 0} onClick={() => ask('uses')}>
        Where used
      </MenuItem>
      <MenuItem icon="swap" isDisabled={useCount === 0} onClick={() => ask('replace')}>
        Replace everywhere
      </MenuItem>
      <MenuItem icon="download" render={<a download href={record.url} />}>
        Download
      </MenuItem>
      {access().isStudio && (
        <>
          <MenuSeparator />
          <MenuItem icon="trash" isDanger onClick={() => ask('delete')}>
            Delete
          </MenuItem>
        </>
      )}
    </>
  );
}

function stateText({ status, kind, error }: MediaRecord, useCount: number): string {
  if (status === 'FAILED') return error ?? 'Unusable';
  if (status === 'PROCESSING') return 'Processing';
  if (useCount === 0) return kind === null ? '' : kindLabel(kind);
  return useCount === 1 ? 'Used once' : `Used ${amountText(useCount, 'time')}`;
}

/** Icons by media kind. */
const KIND_ICONS: Record<string, IconName> = {
  video: 'film',
  animation: 'star',
  image: 'image',
  audio: 'music',
  font: 'text',
  subtitle: 'message',
  lut: 'effect',
};

/** Filter of the media panel: a kind of media, or the files that the open project uses or does not use. */
export type MediaFilter =
  | 'all'
  | 'used'
  | 'unused'
  | 'video'
  | 'animation'
  | 'image'
  | 'audio'
  | 'font'
  | 'subtitle'
  | 'lut';

/** Filters with their names, in menu order. */
export const MEDIA_FILTERS: readonly (readonly [MediaFilter, string])[] = [
  ['all', 'All files'],
  ['used', 'Used in this project'],
  ['unused', 'Not used in this project'],
  ['video', 'Videos'],
  ['animation', 'Animations'],
  ['image', 'Images'],
  ['audio', 'Audio'],
  ['font', 'Fonts'],
  ['subtitle', 'Subtitles'],
  ['lut', 'LUTs'],
];

/**
 * Returns the files that match the filter and whose name contains the search text. `isUsed` returns whether the open
 * project uses a file.
 */
export function mediaFound(
  media: readonly MediaRecord[],
  { filter, text }: { filter: MediaFilter; text: string },
  isUsed: (record: MediaRecord) => boolean,
): readonly MediaRecord[] {
  const wanted = text.trim().toLowerCase();
  return media.filter((record) => {
    if (!record.name.toLowerCase().includes(wanted)) return false;
    if (filter === 'all') return true;
    return filter === 'used' || filter === 'unused' ? isUsed(record) === (filter === 'used') : record.kind === filter;
  });
}

/** Whether a file can be a clip on the timeline: a ready video, animation, image or audio file. */
function isPlaceable({ status, kind }: Pick<MediaRecord, 'status' | 'kind'>): boolean {
  return status === 'READY' && PLACED_KINDS.has(kind);
}

/** Kinds of media that clips show or play. */
const PLACED_KINDS: ReadonlySet<string | null> = new Set(['video', 'animation', 'image', 'audio']);
