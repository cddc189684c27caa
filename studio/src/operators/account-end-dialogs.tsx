import { type FormEvent, useState } from 'react';
import { api } from '../client/api.ts';
import { answerOf } from '../client/api-error.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { amountText } from '../ui/format.ts';
import { type OperatedAccount, useOperatorChange } from './operator-queries.ts';

interface AccountDialogProps {
  account: OperatedAccount;
  onClose(): void;
}

/** Dialog that suspends an account, with a reason and an end. */
export function SuspendDialog({ account: { id, name }, onClose }: AccountDialogProps) {
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState('');
  const suspend = useOperatorChange(
    () => {
      const body = {
        ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
        ...(until === '' ? {} : { until: new Date(until).toISOString() }),
      };
      return answerOf(api.POST('/api/studio/operators/accounts/{id}/suspend', { params: { path: { id } }, body }));
    },
    { done: 'Account suspended', onDone: onClose },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    suspend.mutate();
  };
  return (
    <Dialog isOpen onClose={onClose} title={`Suspend ${name}`}>
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <p className="text-soft">
          API keys, apps and sessions of this account are refused within 5 seconds. Renders in progress continue.
          Nothing is deleted, and the account can be resumed.
        </p>
        <TextField
          help="Shown to the account."
          label="Reason"
          maxLength={500}
          onChange={({ target }) => setReason(target.value)}
          value={reason}
        />
        <TextField
          help="Leave empty to suspend until the account is resumed."
          label="Until"
          onChange={({ target }) => setUntil(target.value)}
          type="datetime-local"
          value={until}
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button isBusy={suspend.isPending} tone="danger" type="submit">
            Suspend
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Dialog that erases an account. The user must type the name of the account. */
export function EraseDialog({ account, onClose }: AccountDialogProps) {
  const { id, name, projects, renders } = account;
  const [typed, setTyped] = useState('');
  const erase = useOperatorChange(
    () => {
      const params = { path: { id } };
      return answerOf(api.POST('/api/studio/operators/accounts/{id}/erase', { params, body: { name: typed } }));
    },
    { done: 'Account erased', onDone: onClose },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    erase.mutate();
  };
  return (
    <Dialog isOpen onClose={onClose} title={`Erase ${name}`}>
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <p className="text-soft">
          {amountText(projects, 'project')}, {amountText(renders, 'render')} and all files, keys and history of this
          account are deleted. Renders in progress are cancelled. This cannot be undone.
        </p>
        <TextField
          autoComplete="off"
          label={`Type “${name}” to confirm`}
          onChange={({ target }) => setTyped(target.value)}
          value={typed}
        />
        {erase.isPending && (
          <p className="text-[13px] text-soft" role="status">
            Erasing… This takes seconds, or minutes for an account with many files. Closing this dialog does not stop
            the erasure.
          </p>
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button disabled={typed !== name} isBusy={erase.isPending} tone="danger" type="submit">
            Erase account
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
