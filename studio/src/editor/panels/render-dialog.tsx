import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../client/answer-of.ts';
import { api } from '../../client/api.ts';
import { sentenceOf } from '../../client/api-error.ts';
import { startRender } from '../../client/start-render.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useEditor } from '../model/use-editor.ts';

const QUALITIES = [
  ['draft', 'Draft: fast, for a look'],
  ['standard', 'Standard'],
  ['high', 'High'],
] as const;
const FORMATS = [
  ['mp4', 'MP4 (H.264)'],
  ['webm', 'WebM'],
  ['mov', 'MOV'],
  ['gif', 'GIF'],
] as const;

/** Renders the project: choose how, watch, download. */
export function RenderDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <Dialog
      isOpen={isOpen}
      lead="The farm draws every frame; the editor can be used meanwhile."
      onClose={onClose}
      title="Render"
    >
      {isOpen && <RenderForm onClose={onClose} />}
    </Dialog>
  );
}

function RenderForm({ onClose }: { onClose(): void }) {
  const projectId = useEditor((state) => state.projectId);
  const isUnsaved = useEditor((state) => state.sync.pending.length > 0);
  const { width, height } = useEditor((state) => state.document.settings);
  const [quality, setQuality] = useState('standard');
  const [format, setFormat] = useState('mp4');
  const [resolution, setResolution] = useState<'full' | 'half'>('full');
  const [renderId, setRenderId] = useState<string | null>(null);
  const start = useMutation({
    meta: { quiet: true },
    mutationFn: () => startRender({ projectId, quality: quality as 'high', format: format as 'mp4', resolution }),
    onSuccess: ({ id }) => setRenderId(id),
  });
  if (renderId !== null) return <RenderProgress onClose={onClose} renderId={renderId} />;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        start.mutate();
      }}
    >
      <div className="flex flex-col gap-3">
        <SelectField label="Quality" onChange={(event) => setQuality(event.target.value)} value={quality}>
          {QUALITIES.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Resolution"
          onChange={(event) => setResolution(event.target.value === 'half' ? 'half' : 'full')}
          value={resolution}
        >
          <option value="full">
            Full: {width} × {height}
          </option>
          <option value="half">
            Half: {Math.round(width / 2)} × {Math.round(height / 2)}
          </option>
        </SelectField>
        <SelectField label="Format" onChange={(event) => setFormat(event.target.value)} value={format}>
          {FORMATS.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      {start.error && (
        <p className="mt-3 rounded-lg bg-bad-soft p-2 text-[13px] text-bad" role="alert">
          {sentenceOf(start.error)}
        </p>
      )}
      <DialogActions>
        <Button onClick={onClose} tone="quiet">
          Cancel
        </Button>
        <Button disabled={isUnsaved} isBusy={start.isPending} tone="primary" type="submit">
          Start rendering
        </Button>
      </DialogActions>
    </form>
  );
}

/** How often a running render is asked for, in milliseconds. */
const ASK_MS = 700;

function RenderProgress({ renderId, onClose }: { renderId: string; onClose(): void }) {
  const { data, error } = useQuery({
    queryKey: ['renders', renderId],
    queryFn: async () => (await answerOf(api.GET('/v1/renders/{id}', { params: { path: { id: renderId } } }))).render,
    refetchInterval: ({ state }) => (ENDED.has(state.data?.status ?? '') ? false : ASK_MS),
  });
  const share = data ? (data.progress ?? 0) : 0;
  const percent = share > 1 ? share : share * 100;
  if (error) return <p className="text-bad">{sentenceOf(error)}</p>;
  if (data?.status === 'COMPLETED' && data.url) {
    return (
      <>
        {/* biome-ignore lint/a11y/useMediaCaption: the film of a person, without a caption file */}
        <video className="max-h-72 w-full rounded-lg bg-black" controls src={new URL(data.url).pathname} />
        <DialogActions>
          <Button onClick={onClose} tone="quiet">
            Close
          </Button>
          <a className={buttonClass('primary')} download href={new URL(data.url).pathname}>
            <Icon name="download" /> Download
          </a>
        </DialogActions>
      </>
    );
  }
  if (data?.status === 'FAILED' || data?.status === 'CANCELLED') {
    return (
      <>
        <p className="rounded-lg bg-bad-soft p-3 text-bad" role="alert">
          {data.error ?? 'The render was cancelled.'}
        </p>
        <DialogActions>
          <Button onClick={onClose}>Close</Button>
        </DialogActions>
      </>
    );
  }
  return (
    <>
      <p className="mb-2 text-soft">
        {data?.stage ?? 'Starting'} · {Math.floor(percent)} %
      </p>
      <progress aria-label="Progress of the render" className="h-2 w-full accent-accent" max={100} value={percent} />
      <DialogActions>
        <Button onClick={onClose} tone="quiet">
          Go on editing
        </Button>
        <Button
          onClick={() => void api.POST('/v1/renders/{id}/cancel', { params: { path: { id: renderId } } })}
          tone="danger"
        >
          Cancel it
        </Button>
      </DialogActions>
    </>
  );
}

const ENDED = new Set(['COMPLETED', 'FAILED', 'CANCELLED']);
