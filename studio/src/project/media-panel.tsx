import { useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { type DragEvent, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { Card, Empty } from '../ui/page.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { MediaCard } from './media-card.tsx';
import { type MediaRecord, mediaQuery } from './media-queries.ts';
import { UploadInput } from './upload-input.tsx';
import { UploadList } from './upload-list.tsx';
import { useUploads } from './uploads.ts';

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
            Only those used here
          </label>
          <Button icon="link" onClick={() => setAsksUrl(true)} size="small">
            From an address
          </Button>
          <UploadInput ref={input} />
          <Button icon="upload" onClick={() => input.current?.click()} size="small" tone="primary">
            Upload
          </Button>
        </div>
      }
      lead="Of the whole account: every project can use them. Drop files anywhere here."
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
          <Empty icon="image" title={onlyUsed ? 'This project uses no media' : 'No media yet'}>
            Videos, pictures, sounds, fonts and subtitles.
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
