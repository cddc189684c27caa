import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { startRender } from '../client/start-render.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { SelectField } from '../ui/field.tsx';

const formats = ['mp4', 'webm', 'gif'] as const;
const qualities = ['draft', 'standard', 'high'] as const;

/** Asks for the format and starts a render; leads to its page. */
export function RenderButton({ projectId, isDisabled }: { projectId: string; isDisabled: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const [wanted, setWanted] = useState<{
    format: (typeof formats)[number];
    quality: (typeof qualities)[number];
    resolution: string;
  }>({
    ...{ format: 'mp4', quality: 'standard', resolution: 'full' },
  });
  const navigate = useNavigate();
  const start = useMutation({
    mutationFn: () => startRender({ projectId, ...wanted }),
    onSuccess: ({ id: renderId }) => navigate({ to: '/renders/$renderId', params: { renderId } }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start.mutate();
  };
  return (
    <>
      <Button disabled={isDisabled} icon="film" onClick={() => setIsOpen(true)}>
        Render
      </Button>
      <Dialog
        isOpen={isOpen}
        lead="The project is rendered as it is now; what did not change since the last time is reused."
        onClose={() => setIsOpen(false)}
        title="Render"
      >
        <form className="flex flex-col gap-4" onSubmit={submit}>
          <SelectField
            label="Format"
            onChange={({ target }) =>
              setWanted({ ...wanted, format: formats.find((one) => one === target.value) ?? 'mp4' })
            }
            value={wanted.format}
          >
            <option value="mp4">MP4 (plays everywhere)</option>
            <option value="webm">WebM</option>
            <option value="gif">GIF (no sound)</option>
          </SelectField>
          <SelectField
            label="Quality"
            onChange={({ target }) =>
              setWanted({ ...wanted, quality: qualities.find((one) => one === target.value) ?? 'standard' })
            }
            value={wanted.quality}
          >
            <option value="draft">Draft (fast)</option>
            <option value="standard">Standard</option>
            <option value="high">High</option>
          </SelectField>
          <SelectField
            label="Size"
            onChange={({ target }) => setWanted({ ...wanted, resolution: target.value })}
            value={wanted.resolution}
          >
            <option value="full">Full</option>
            <option value="half">Half</option>
          </SelectField>
          <DialogActions>
            <Button onClick={() => setIsOpen(false)}>Cancel</Button>
            <Button isBusy={start.isPending} tone="primary" type="submit">
              Start
            </Button>
          </DialogActions>
        </form>
      </Dialog>
    </>
  );
}
