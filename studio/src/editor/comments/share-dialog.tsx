import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { api } from '../../client/api.ts';
import { answerOf, sentenceOf } from '../../client/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Check, SelectField, TextField } from '../../ui/field.tsx';
import { momentText } from '../../ui/format.ts';
import { notify } from '../../ui/toast.tsx';
import { useEditor } from '../model/use-editor.ts';

const DAY_SEC = 86_400;

/** Lifetimes of a link, in days. */
const DAYS = [1, 7, 14, 30, 90];

/** Dialog that creates review links of the open project, and lists and revokes them. */
export function ShareDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <Dialog
      isOpen={isOpen}
      lead="Anyone who has the link can watch the video without an account."
      onClose={onClose}
      title="Share for review"
    >
      {isOpen && <ShareForm />}
    </Dialog>
  );
}

function ShareForm() {
  const id = useEditor((state) => state.projectId);
  const [recipient, setRecipient] = useState('');
  const [mayComment, setMayComment] = useState(true);
  const [days, setDays] = useState(14);
  const address = useRef<HTMLInputElement>(null);
  const queries = useQueryClient();
  const params = { path: { id } };
  const { data, error } = useQuery({
    queryKey: ['review-links', id],
    queryFn: () =>
      answerOf(api.GET('/v1/projects/{id}/review-links', { params: { ...params, query: { limit: 100 } } })),
  });
  const refresh = () => queries.invalidateQueries({ queryKey: ['review-links', id] });
  const create = useMutation({
    mutationFn: () => {
      const name = recipient.trim();
      const body = { mayComment, expiresInSec: days * DAY_SEC, ...(name === '' ? {} : { recipient: name }) };
      return answerOf(api.POST('/v1/projects/{id}/review-links', { params, body }));
    },
    onSuccess: async ({ url }) => {
      await copy(url);
      await refresh();
    },
  });
  const revoke = useMutation({
    mutationFn: (linkId: string) =>
      answerOf(api.DELETE('/v1/projects/{id}/review-links/{linkId}', { params: { path: { id, linkId } } })),
    onSuccess: () => notify.good('Review link revoked'),
    onSettled: refresh,
  });

  async function copy(url: string) {
    try {
      await navigator.clipboard.writeText(url);
      notify.good('Review link copied');
    } catch {
      // Without the permission, the user copies the selected text.
      address.current?.select();
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    create.mutate();
  }

  const url = create.data?.url;
  return (
    <div className="flex flex-col gap-4">
      <form className="flex flex-col gap-3" onSubmit={submit}>
        <TextField
          help="Suggested as the guest's name for comments"
          label="Recipient (optional)"
          maxLength={100}
          onChange={({ target }) => setRecipient(target.value)}
          value={recipient}
        />
        <SelectField label="Link expires after" onChange={({ target }) => setDays(Number(target.value))} value={days}>
          {DAYS.map((count) => (
            <option key={count} value={count}>
              {count === 1 ? '1 day' : `${count} days`}
            </option>
          ))}
        </SelectField>
        <Check isOn={mayComment} onChange={setMayComment}>
          Guests can read and write comments
        </Check>
        <Button icon="link" isBusy={create.isPending} tone="primary" type="submit">
          Create and copy link
        </Button>
      </form>
      {url !== undefined && (
        <div className="flex items-end gap-2">
          <TextField
            className="min-w-0 grow"
            help="Shown once. Create another link if it is lost."
            label="Review link"
            onFocus={({ target }) => target.select()}
            readOnly
            ref={address}
            value={url}
          />
          <Button className="mb-6.5" icon="copy" onClick={() => void copy(url)}>
            Copy
          </Button>
        </div>
      )}
      {error && <p className="text-bad">{sentenceOf(error)}</p>}
      {data && data.links.length > 0 && (
        <section aria-label="Review links">
          <h3 className="mb-1 text-[13px] font-medium text-soft">Review links</h3>
          <ul className="flex flex-col">
            {data.links.map((link) => (
              <li className="flex items-center gap-2 border-t border-line py-1.5 text-[13px]" key={link.id}>
                <span className="min-w-0 grow">
                  <span className="block truncate" dir="auto">
                    {link.recipient ?? 'Anyone'}
                    {link.mayComment ? '' : ', view only'}
                  </span>
                  <span className="text-faint">Expires {momentText(link.expiresAt)}</span>
                </span>
                <Button onClick={() => revoke.mutate(link.id)} size="small" tone="danger">
                  Revoke
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
