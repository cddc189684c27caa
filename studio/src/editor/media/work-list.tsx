import { type Upload, useUploads } from '../../project/uploads.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { amountText } from '../../ui/format.ts';
import { Progress } from '../../ui/indicators.tsx';
import { type Generation, useGenerations } from './generations.ts';

/** List of uploads and generations in progress. */
export function WorkList() {
  const uploads = useUploads();
  const { generations, clear } = useGenerations();
  if (uploads.uploads.length + generations.length === 0) return null;
  const isOver =
    uploads.uploads.every(({ state }) => state === 'done' || state === 'failed') &&
    generations.every(({ state }) => state !== 'running');
  return (
    <section aria-label="In progress" className="rounded-lg border border-line bg-sunken p-2">
      <ul className="flex flex-col gap-2">
        {uploads.uploads.map((upload) => (
          <WorkRow
            again={upload.state === 'failed' ? () => uploads.retry(upload.key) : null}
            key={`upload ${upload.key}`}
            percent={upload.progress}
            problem={upload.problem}
            state={uploadText(upload)}
            title={upload.name}
            tone={tones[upload.state]}
          />
        ))}
        {generations.map((one) => (
          <WorkRow
            again={null}
            key={`generation ${one.key}`}
            percent={one.progress}
            problem={one.problem}
            state={generationText(one)}
            title={one.title}
            tone={tones[one.state]}
          />
        ))}
      </ul>
      {isOver && (
        <div className="mt-1.5 flex justify-end">
          <Button
            onClick={() => {
              uploads.clear();
              clear();
            }}
            size="small"
            tone="quiet"
          >
            Clear list
          </Button>
        </div>
      )}
    </section>
  );
}

const tones = { waiting: 'accent', sending: 'accent', running: 'accent', done: 'good', failed: 'bad' } as const;

interface WorkRowProps {
  title: string;
  state: string;
  /** Progress, 0-100; null when unknown. */
  percent: number | null;
  tone: 'accent' | 'good' | 'bad';
  problem: string | null;
  /** Retries the work; null when it cannot be retried. */
  again: (() => void) | null;
}

function WorkRow({ title, state, percent, tone, problem, again }: WorkRowProps) {
  return (
    <li className="text-[13px]">
      <div className="flex items-center gap-2">
        <span className="min-w-0 grow truncate" title={title}>
          {title}
        </span>
        <span className="shrink-0 text-soft">{state}</span>
        {again && <IconButton icon="refresh" label={`Retry upload of ${title}`} onClick={again} size="small" />}
      </div>
      {(percent !== null || tone !== 'accent') && (
        <div className="mt-1">
          <Progress label={title} tone={tone} value={tone === 'accent' ? (percent ?? 0) : 100} />
        </div>
      )}
      {problem && (
        <p className="mt-1 text-bad" role="alert">
          {problem}
        </p>
      )}
    </li>
  );
}

function uploadText({ state, progress }: Upload): string {
  if (state === 'sending') return progress >= 100 ? 'Processing' : `${Math.round(progress)}%`;
  return { waiting: 'Queued', done: 'Completed', failed: 'Failed' }[state];
}

function generationText({ state, progress, charged }: Generation): string {
  if (state === 'failed') return 'Failed';
  if (state === 'done') return `Completed, ${amountText(charged ?? 0, 'credit')}`;
  return progress === null ? 'Generating' : `${Math.round(progress)}%`;
}
