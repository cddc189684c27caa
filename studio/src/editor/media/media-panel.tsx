import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { access } from '../../client/access.ts';
import { api } from '../../client/api.ts';
import { answerOf } from '../../client/api-error.ts';
import { ImportDialog } from '../../project/import-dialog.tsx';
import { UploadInput } from '../../project/upload-input.tsx';
import { useUploads } from '../../project/uploads.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { ContextMenu, Menu, MenuItem, useContextMenu } from '../../ui/menu.tsx';
import { notify } from '../../ui/toast.tsx';
import type { MediaRecord } from '../model/media.ts';
import { useEditActions } from '../model/use-edit-actions.ts';
import { useEditor } from '../model/use-editor.ts';
import { GenerateDialog } from './generate-dialog.tsx';
import { useGenerations } from './generations.ts';
import {
  MEDIA_FILTERS,
  MediaCard,
  type MediaFilter,
  MediaMenuItems,
  type MediaQuestion,
  mediaFound,
} from './media-card.tsx';
import { countUses } from './media-uses.ts';
import { RecordPanel } from './record-panel.tsx';
import { StockDialog } from './stock-dialog.tsx';
import { ReplaceDialog, UsesDialog } from './uses-dialog.tsx';
import { WorkList } from './work-list.tsx';

const DROP_HINT = 'Drop videos, images and audio here, or select Add.';
const CONTROL = 'h-8 rounded-lg border border-line-strong bg-sunken';

/**
 * Media panel, in which files are uploaded, imported, generated, searched and added to the timeline. It also shows
 * which clips use a file.
 */
export function MediaPanel({ refresh }: { refresh(): Promise<void> }) {
  const media = useEditor((state) => state.media);
  const document = useEditor((state) => state.document);
  const edit = useEditActions();
  const upload = useUploads((state) => state.add);
  const { isStudio, mayUpload } = access();
  const [text, setText] = useState('');
  const [filter, setFilter] = useState<MediaFilter>('all');
  const [source, setSource] = useState<'address' | 'stock' | 'generate' | null>(null);
  const [isRecording, setIsRecording] = useState(false);
  const [asked, setAsked] = useState<{ what: MediaQuestion; record: MediaRecord } | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const { menu, open, close } = useContextMenu<MediaRecord>();
  useRefreshWhenMade(refresh);
  const counts = countUses(document);
  const countOf = ({ id, url }: MediaRecord) => (counts.get(id) ?? 0) + (counts.get(url) ?? 0);
  const found = mediaFound(media, { filter, text }, (record) => countOf(record) > 0);
  const actionsOf = (record: MediaRecord) => ({
    record,
    useCount: countOf(record),
    add: (where: 'end' | 'playhead') => (where === 'end' ? edit.appendMedia(record) : edit.insertMedia(record)),
    ask: (what: MediaQuestion) => setAsked({ what, record }),
  });
  const recordAsked = (what: string) => (asked?.what === what ? asked.record : null);
  const imported = ({ name }: MediaRecord) => {
    notify.good(`${name} imported`);
    void refresh();
  };

  return (
    <section
      aria-label="Files"
      className="flex min-h-full flex-col gap-3 p-3"
      onContextMenu={(event: MouseEvent) => {
        const { target } = event;
        const id = target instanceof Element && target.closest<HTMLElement>('[data-media]')?.dataset.media;
        const record = media.find((one) => one.id === id);
        if (record) open(event, record);
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        if (mayUpload) upload(event.dataTransfer.files);
      }}
    >
      <div className="flex gap-2">
        <input
          aria-label="Search files"
          className={`${CONTROL} min-w-0 grow px-2.5`}
          onChange={(event) => setText(event.target.value)}
          placeholder="Search files"
          type="search"
          value={text}
        />
        {mayUpload && (
          <Menu
            trigger={
              <Button className="h-8" icon="add" size="small">
                Add
              </Button>
            }
          >
            <MenuItem icon="upload" onClick={() => input.current?.click()}>
              Upload files
            </MenuItem>
            <MenuItem icon="link" onClick={() => setSource('address')}>
              Import from URL
            </MenuItem>
            {isStudio && (
              <>
                <MenuItem icon="search" onClick={() => setSource('stock')}>
                  Search stock media
                </MenuItem>
                <MenuItem icon="effect" onClick={() => setSource('generate')}>
                  Generate
                </MenuItem>
                <MenuItem icon="circle" onClick={() => setIsRecording(true)}>
                  Record
                </MenuItem>
              </>
            )}
          </Menu>
        )}
        <UploadInput ref={input} />
      </div>
      <select
        aria-label="Filter files"
        className={`${CONTROL} px-2`}
        onChange={({ target }) => setFilter(MEDIA_FILTERS.find(([value]) => value === target.value)?.[0] ?? 'all')}
        value={filter}
      >
        {MEDIA_FILTERS.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      {isRecording && <RecordPanel onClose={() => setIsRecording(false)} refresh={refresh} />}
      <WorkList />
      {found.length === 0 && (
        <p className="rounded-xl border border-dashed border-line-strong p-4 text-center text-soft">
          {media.length > 0 ? 'No matching files.' : mayUpload ? DROP_HINT : 'No files yet.'}
        </p>
      )}
      <ul className="grid grid-cols-2 gap-2">
        {found.map((record) => (
          <li key={record.id}>
            <MediaCard {...actionsOf(record)} />
          </li>
        ))}
      </ul>
      <ContextMenu label="File" menu={menu} onClose={close}>
        {(record) => <MediaMenuItems {...actionsOf(record)} />}
      </ContextMenu>
      <ImportDialog isOpen={source === 'address'} onClose={() => setSource(null)} onImported={imported} />
      <StockDialog isOpen={source === 'stock'} onClose={() => setSource(null)} onImported={imported} />
      <GenerateDialog isOpen={source === 'generate'} onClose={() => setSource(null)} />
      <UsesDialog onClose={() => setAsked(null)} record={recordAsked('uses')} />
      <ReplaceDialog onClose={() => setAsked(null)} record={recordAsked('replace')} />
      <Confirm
        action="Delete"
        isOpen={asked?.what === 'delete'}
        onClose={() => setAsked(null)}
        onConfirm={async () => {
          const id = asked?.record.id ?? '';
          await answerOf(api.DELETE('/v1/media/{id}', { params: { path: { id } } })).catch((error: Error) => {
            notify.bad(error.message);
            throw error;
          });
          await refresh();
        }}
        title={`Delete ${asked?.record.name ?? ''}?`}
      >
        This cannot be undone. A file that a project uses cannot be deleted.
      </Confirm>
    </section>
  );
}

/** Refreshes the media list when an upload or a generation completes. */
function useRefreshWhenMade(refresh: () => Promise<void>): void {
  const uploaded = useUploads(({ uploads }) => uploads.filter(({ state }) => state === 'done').length);
  const made = useGenerations(({ generations }) => generations.filter(({ state }) => state === 'done').length);
  const before = useRef(uploaded + made);
  useEffect(() => {
    if (uploaded + made > before.current) void refresh();
    before.current = uploaded + made;
  }, [uploaded, made, refresh]);
}
