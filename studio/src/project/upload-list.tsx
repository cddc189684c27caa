import { Button, IconButton } from '../ui/button.tsx';
import { bytesText } from '../ui/format.ts';
import { Progress } from '../ui/progress.tsx';
import { type Upload, useUploads } from './uploads.ts';

/** List of uploads with the progress of each. */
export function UploadList() {
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
                  label={`Upload ${upload.name} again`}
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
            Clear the list
          </Button>
        </div>
      )}
    </section>
  );
}

function stateText({ state, progress }: Upload): string {
  if (state === 'sending') return progress >= 100 ? 'is looked at' : `${Math.round(progress)} %`;
  return { waiting: 'waits', done: 'done', failed: 'failed' }[state];
}
