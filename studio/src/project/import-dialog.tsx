import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../client/api.ts';
import { answerOf, sentenceOf } from '../client/api-error.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import type { MediaRecord } from './uploads.ts';

interface ImportDialogProps {
  isOpen: boolean;
  onClose(): void;
  /** Called with the media record of the imported file. */
  onImported(media: MediaRecord): unknown;
}

/** Dialog that imports a media file from a URL. The service fetches the file. */
export function ImportDialog({ isOpen, onClose, onImported }: ImportDialogProps) {
  const [url, setUrl] = useState('');
  const [name, setName] = useState('');
  const fetched = useMutation({
    meta: { quiet: true },
    mutationFn: () => answerOf(api.POST('/v1/media/import', { body: { url, ...(name === '' ? {} : { name }) } })),
    onSuccess({ media }) {
      setUrl('');
      setName('');
      onImported(media);
      onClose();
    },
  });
  return (
    <Dialog
      isOpen={isOpen}
      lead="Up to 512 MB, from a public http or https URL."
      onClose={onClose}
      title="Import from URL"
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          fetched.mutate();
        }}
      >
        <TextField
          autoFocus
          label="URL"
          maxLength={2_000}
          onChange={({ target }) => setUrl(target.value)}
          placeholder="https://"
          problem={fetched.error ? sentenceOf(fetched.error) : undefined}
          required
          type="url"
          value={url}
        />
        <TextField
          help="Leave empty to use the file name in the URL."
          label="Name"
          maxLength={200}
          onChange={({ target }) => setName(target.value)}
          value={name}
        />
        <DialogActions>
          <Button onClick={onClose} tone="quiet">
            Cancel
          </Button>
          <Button isBusy={fetched.isPending} tone="primary" type="submit">
            Import
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
