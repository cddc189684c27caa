import { useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { api } from '../client/api.ts';
import { answerOf } from '../client/api-error.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { Copyable } from '../ui/page.tsx';
import { type OperatedAccount, plansQuery, useOperatorChange } from './operator-queries.ts';

/** Account that was just created, with the secrets that the service shows once. */
interface CreatedAccount {
  account: OperatedAccount;
  password: string;
  key: string;
  gaps: string[];
}

/** Dialog that creates an account, then shows its password and first key once. */
export function NewAccountDialog({ onClose }: { onClose(): void }) {
  const { data } = useSuspenseQuery(plansQuery);
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [plan, setPlan] = useState(data.plans[0]?.id ?? '');
  // Stored only in the state of the open dialog: not in the query cache and not in any browser storage.
  const [created, setCreated] = useState<CreatedAccount | null>(null);
  const create = useOperatorChange(
    () => {
      const body = { email, plan, ...(name.trim() === '' ? {} : { name: name.trim() }) };
      return answerOf(api.POST('/api/studio/operators/accounts', { body }));
    },
    { onDone: setCreated },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  if (created !== null) return <Created created={created} onClose={onClose} />;
  return (
    <Dialog
      isOpen
      lead="The account gets a password and an API key, which are shown once."
      onClose={onClose}
      title="New account"
    >
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <TextField
          autoComplete="off"
          label="Email"
          maxLength={255}
          onChange={({ target }) => setEmail(target.value)}
          required
          type="email"
          value={email}
        />
        <TextField
          autoComplete="off"
          help="Leave empty to use the email."
          label="Name"
          maxLength={200}
          onChange={({ target }) => setName(target.value)}
          value={name}
        />
        <SelectField label="Plan" onChange={({ target }) => setPlan(target.value)} value={plan}>
          {data.plans.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </SelectField>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button isBusy={create.isPending} tone="primary" type="submit">
            Create account
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function Created({ created, onClose }: { created: CreatedAccount; onClose(): void }) {
  const { account, password, key, gaps } = created;
  const address = `${location.origin}/studio`;
  const keyLabel = key.startsWith('key_live') ? 'Live API key' : 'Test API key';
  return (
    <Dialog
      isOpen
      lead="Copy the password and the API key now. They will not be shown again."
      onClose={onClose}
      title="Account created"
      width="wide"
    >
      <div className="flex flex-col gap-4">
        <Secret label="Password" text={password} />
        <Secret label={keyLabel} text={key} />
        <section>
          <h3 className="mb-1.5 font-semibold">What to do next</h3>
          <ol className="flex list-decimal flex-col gap-1.5 pl-5 text-soft">
            <li>
              Send {account.name} the password. The Studio is at{' '}
              <a className="wrap-anywhere text-accent underline" href={address}>
                {address}
              </a>
              , and the email for signing in is <span className="wrap-anywhere text-text">{account.email}</span>.
            </li>
            <li>
              Programs send the API key with every call. The{' '}
              <a className="text-accent underline" href="/docs" rel="noreferrer" target="_blank">
                documentation
              </a>{' '}
              describes the calls.
            </li>
            {gaps.length > 0 && <li>This plan has limits: {gaps.join('; ')}. To change the plan, edit the account.</li>}
          </ol>
        </section>
        <DialogActions>
          <Button onClick={onClose} tone="primary">
            Done
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

function Secret({ label, text }: { label: string; text: string }): ReactNode {
  return (
    <div>
      <p className="mb-1.5 text-[13px] font-medium text-soft">{label}</p>
      <Copyable label={label} text={text} />
    </div>
  );
}
