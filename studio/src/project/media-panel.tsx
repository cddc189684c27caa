import { useMutation, useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { type DragEvent, useRef, useState } from 'react';
import { api } from '../client/api.ts';
import { answerOf } from '../client/api-error.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { bytesText, durationText } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import type { IconName } from '../ui/icons.ts';
import { Badge, Progress } from '../ui/indicators.tsx';
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx';
import { Card, Empty } from '../ui/page.tsx';
import { LoadMore } from '../ui/table.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { UploadInput } from './upload-input.tsx';
import { type MediaRecord, mediaQuery, type Upload, useUploads } from './uploads.ts';

/** Panel of the account's media. It marks the files the project uses; files dropped on it are uploaded. */
export function MediaPanel({ usedSources }: { usedSources: ReadonlySet<string> }) {
  const pages = useSuspenseInfiniteQuery(mediaQuery);
  const [onlyUsed, setOnlyUsed] = useState(false);
  const [isOver, setIsOver] = useState(false);
  const [asksUrl, setAsksUrl] = useState(false);
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const add = useUploads((state) => state.add);
  const media = pages.data.pages.flatMap((page) => page.media);
  const shown = onlyUsed ? media.filter((record) => isUsed(record, usedSources)) : media;
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    add(event.dataTransfer.files);
  };
  return (
    <Card
      actions={
        <div className="flex flex-wrap items-center gap-2">
          <label className="mr-2 flex items-center gap-2 text-[13px] text-soft">
            <input
              checked={onlyUsed}
              className="size-4 accent-accent"
              onChange={(event) => setOnlyUsed(event.target.checked)}
              type="checkbox"
            />
            Used in this project
          </label>
          <Button icon="link" onClick={() => setAsksUrl(true)} size="small">
            Import from URL
          </Button>
          <UploadInput ref={input} />
          <Button icon="upload" onClick={() => input.current?.click()} size="small" tone="primary">
            Upload
          </Button>
        </div>
      }
      lead="Files of your account, for all projects. Drop files here to upload them."
      title="Media"
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button above does the same */}
      <div
        className={`rounded-xl transition-colors ${isOver ? 'bg-accent-soft outline-2 outline-accent outline-dashed' : ''}`}
        onDragLeave={() => setIsOver(false)}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDrop={drop}
      >
        <UploadList />
        {shown.length === 0 ? (
          <Empty icon="image" title={onlyUsed ? 'No media in this project' : 'No media yet'}>
            Upload videos, images, audio, fonts and subtitles.
          </Empty>
        ) : (
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] gap-4">
            {shown.map((record) => (
              <MediaCard isUsed={isUsed(record, usedSources)} key={record.id} media={record} />
            ))}
          </ul>
        )}
        <LoadMore {...pages} />
      </div>
      <ImportDialog
        isOpen={asksUrl}
        onClose={() => setAsksUrl(false)}
        onImported={() => client.invalidateQueries({ queryKey: ['media'] })}
      />
    </Card>
  );
}

function isUsed({ id, url }: MediaRecord, sources: ReadonlySet<string>): boolean {
  return sources.has(id) || sources.has(url);
}

const icons: Record<string, IconName> = {
  video: 'film',
  animation: 'star',
  audio: 'music',
  image: 'image',
  font: 'text',
  subtitle: 'message',
};

/** Card of one media file with its thumbnail or waveform, or an icon when it has neither. */
function MediaCard({ media, isUsed }: { media: MediaRecord; isUsed: boolean }) {
  const [asks, setAsks] = useState(false);
  const client = useQueryClient();
  const { id, name, kind, status, posterUrl, url, sizeBytes, durationSec, width, height } = media;
  const remove = useMutation({
    mutationFn: () => answerOf(api.DELETE('/v1/media/{id}', { params: { path: { id } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: ['media'] }),
  });
  const frame = posterUrl ?? (kind === 'image' ? url : null);
  return (
    <li>
      <div className="relative grid aspect-video place-items-center overflow-hidden rounded-xl border border-line bg-sunken text-faint">
        {frame ? (
          <img alt="" className="size-full object-contain" height={180} loading="lazy" src={frame} width={320} />
        ) : (
          <Icon name={icons[kind ?? ''] ?? 'folder'} size={26} />
        )}
        {durationSec !== null && (
          <span className="absolute right-1.5 bottom-1.5 rounded bg-black/75 px-1.5 text-xs text-white tabular-nums">
            {durationText(durationSec)}
          </span>
        )}
      </div>
      <div className="mt-1.5 flex items-start gap-1">
        <div className="min-w-0 grow">
          <p className="truncate text-left text-[13px] font-medium" dir="auto" title={name}>
            {name}
          </p>
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-soft">
            {width !== null && `${width} × ${height}, `}
            {bytesText(sizeBytes)}
            {isUsed && <Badge tone="accent">Used here</Badge>}
            {status === 'FAILED' && <Badge tone="bad">Unusable</Badge>}
            {status === 'PROCESSING' && <Badge>Processing</Badge>}
            {status === 'READY' && isPreparing(media) && <Badge tone="info">Preparing preview</Badge>}
          </p>
        </div>
        <Menu trigger={<IconButton icon="more" label={`More actions for ${name}`} size="small" />}>
          <MenuItem icon="download" render={<a download href={url} />}>
            Download
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon="trash" isDanger onClick={() => setAsks(true)}>
            Delete
          </MenuItem>
        </Menu>
      </div>
      <Confirm
        action="Delete"
        isOpen={asks}
        onClose={() => setAsks(false)}
        onConfirm={() => remove.mutateAsync()}
        title={`Delete ${name}?`}
      >
        This cannot be undone. A file that a project uses cannot be deleted.
      </Confirm>
    </li>
  );
}

function isPreparing({ ingest: { picture: frame, sound: mix } }: MediaRecord): boolean {
  return frame === 'PROCESSING' || mix === 'PROCESSING';
}

/** List of uploads with the progress of each. */
function UploadList() {
  const { uploads, clear, retry } = useUploads();
  if (uploads.length === 0) return null;
  const isOver = uploads.every(({ state }) => state === 'done' || state === 'failed');
  return (
    <section aria-label="Uploads" className="mb-4 rounded-xl border border-line bg-sunken p-3">
      <ul className="flex flex-col gap-2.5">
        {uploads.map((upload) => (
          <li className="grid grid-cols-[minmax(0,1fr)_9rem_auto] items-center gap-3 text-[13px]" key={upload.key}>
            <span className="truncate" title={upload.name}>
              {upload.name} <span className="text-faint">{bytesText(upload.sizeBytes)}</span>
            </span>
            <Progress
              label={`${upload.name} uploaded`}
              tone={upload.state === 'failed' ? 'bad' : upload.state === 'done' ? 'good' : 'accent'}
              value={upload.state === 'failed' ? 100 : upload.progress}
            />
            <span className="flex w-32 items-center justify-end gap-1 text-soft">
              {stateText(upload)}
              {upload.state === 'failed' && (
                <IconButton
                  icon="refresh"
                  label={`Retry upload of ${upload.name}`}
                  onClick={() => retry(upload.key)}
                  size="small"
                />
              )}
            </span>
            {upload.problem && <p className="col-span-3 text-bad">{upload.problem}</p>}
          </li>
        ))}
      </ul>
      {isOver && (
        <div className="mt-2 flex justify-end">
          <Button onClick={clear} size="small" tone="quiet">
            Clear list
          </Button>
        </div>
      )}
    </section>
  );
}

function stateText({ state, progress }: Upload): string {
  if (state === 'sending') return progress >= 100 ? 'Processing' : `${Math.round(progress)}%`;
  return { waiting: 'Queued', done: 'Completed', failed: 'Failed' }[state];
}
