import { useRef, useState } from 'react';
import { sentenceOf } from '../../client/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { durationText } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icons.ts';
import { notify } from '../../ui/toast.tsx';
import type { MediaRecord } from '../model/media.ts';
import { uploadMedia } from '../model/upload-media.ts';
import { useEditActions } from '../model/use-edit-actions.ts';
import { useEditor } from '../model/use-editor.ts';

const ICONS: Record<string, IconName> = {
  video: 'film',
  image: 'image',
  audio: 'music',
  font: 'text',
  subtitle: 'message',
};

/** The files of the account: upload them, find them, put them on the timeline. */
export function MediaPanel({ refresh }: { refresh(): Promise<void> }) {
  const media = useEditor((state) => state.media);
  const used = useEditor((state) => state.document.clips);
  const edit = useEditActions();
  const [text, setText] = useState('');
  const [progress, setProgress] = useState<{ name: string; share: number } | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const found = media.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()));
  const uses = Map.groupBy(used, ({ src }) => src);

  async function upload(files: Iterable<File>) {
    for (const file of files) {
      setProgress({ name: file.name, share: 0 });
      try {
        await uploadMedia(file, (share) => setProgress({ name: file.name, share }));
        await refresh();
      } catch (error) {
        notify.bad(`${file.name}: ${sentenceOf(error)}`);
      }
    }
    setProgress(null);
  }

  return (
    <section
      aria-label="Files"
      className="flex min-h-full flex-col gap-3 p-3"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void upload(event.dataTransfer.files);
      }}
    >
      <div className="flex gap-2">
        <input
          aria-label="Find a file"
          className="h-8 min-w-0 grow rounded-lg border border-line-strong bg-sunken px-2.5"
          onChange={(event) => setText(event.target.value)}
          placeholder="Find a file"
          type="search"
          value={text}
        />
        <Button icon="upload" onClick={() => input.current?.click()} size="small">
          Upload
        </Button>
        <input
          aria-label="Files to upload"
          className="hidden"
          multiple
          onChange={(event) => {
            void upload([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
          ref={input}
          type="file"
        />
      </div>
      {progress && (
        <div>
          <p className="truncate text-[13px] text-soft">Uploading {progress.name}</p>
          <progress
            aria-label={`Upload of ${progress.name}`}
            className="h-1.5 w-full accent-accent"
            max={1}
            value={progress.share}
          />
        </div>
      )}
      {media.length === 0 && !progress && (
        <p className="rounded-xl border border-dashed border-line-strong p-4 text-center text-soft">
          Drop videos, pictures and sounds here, or press Upload.
        </p>
      )}
      <ul className="grid grid-cols-2 gap-2">
        {found.map((record) => (
          <li key={record.id}>
            <MediaCard
              add={() => edit.addMedia(record)}
              record={record}
              useCount={(uses.get(record.id)?.length ?? 0) + (uses.get(record.url)?.length ?? 0)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function MediaCard({ record, useCount, add }: { record: MediaRecord; useCount: number; add(): void }) {
  const isPlaceable = record.status === 'READY' && ['video', 'image', 'audio'].includes(record.kind ?? '');
  return (
    <button
      aria-label={isPlaceable ? `Add ${record.name} at the playhead` : record.name}
      className="flex w-full flex-col overflow-hidden rounded-lg border border-line bg-raised text-left enabled:hover:border-accent disabled:opacity-60"
      disabled={!isPlaceable}
      onClick={add}
      type="button"
    >
      <span className="relative flex aspect-video w-full items-center justify-center bg-sunken">
        {record.posterUrl ? (
          <img alt="" className="size-full object-cover" loading="lazy" src={record.posterUrl} />
        ) : (
          <Icon className="text-faint" name={ICONS[record.kind ?? ''] ?? 'clip'} size={22} />
        )}
        {record.durationSec !== null && record.kind !== 'image' && (
          <span className="absolute right-1 bottom-1 rounded bg-black/70 px-1 text-[11px] text-white tabular-nums">
            {durationText(record.durationSec)}
          </span>
        )}
      </span>
      <span className="w-full truncate px-2 pt-1 text-[13px]">{record.name}</span>
      <span className="px-2 pb-1 text-xs text-faint">
        {record.status === 'READY'
          ? useCount > 0
            ? `used ${useCount} times`.replace('1 times', 'once')
            : (record.kind ?? '')
          : record.status.toLowerCase()}
      </span>
    </button>
  );
}
