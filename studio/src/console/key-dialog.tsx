import { type FormEvent, useState } from 'react';
import { answerOf } from '../client/answer-of.ts';
import { api } from '../client/api.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { SelectField } from '../ui/field.tsx';
import type { AppRecord } from './console-queries.ts';
import { OnceShown } from './once-shown.tsx';
import { ScopePicker } from './scope-picker.tsx';
import { allScopes, type Scope } from './scopes.ts';
import { useChange } from './use-change.ts';

/** Dialog that creates an API key and shows its secret once. */
export function KeyDialog({ apps, onClose }: { apps: readonly AppRecord[]; onClose(): void }) {
  const [appId, setAppId] = useState('');
  const [environment, setEnvironment] = useState<'live' | 'test'>('test');
  const [scopes, setScopes] = useState<Scope[]>([...allScopes]);
  // Stored only in the state of the open dialog: not in the query cache and not in any browser storage.
  const [minted, setMinted] = useState<string | null>(null);
  const among = apps.find(({ id }) => id === appId)?.scopes ?? allScopes;
  const create = useChange(
    () =>
      answerOf(
        api.POST('/api/developer/keys', {
          body: { environment, scopes: scopes.filter((scope) => among.includes(scope)), appId: appId || null },
        }),
      ),
    { onDone: ({ key }) => setMinted(key) },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  if (minted !== null) {
    return <OnceShown label="Key" onClose={onClose} text={minted} title="Your new key" />;
  }
  return (
    <Dialog isOpen onClose={onClose} title="New key" width="wide">
      <form className="flex flex-col gap-5" onSubmit={submit}>
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            help={
              environment === 'test' ? 'Renders a sample at once and spends nothing.' : 'Renders and spends for real.'
            }
            label="Kind"
            onChange={({ target }) => setEnvironment(target.value === 'live' ? 'live' : 'test')}
            value={environment}
          >
            <option value="test">Test</option>
            <option value="live">Live</option>
          </SelectField>
          <SelectField label="Of" onChange={({ target }) => setAppId(target.value)} value={appId}>
            <option value="">You (a personal key)</option>
            {apps.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
        <ScopePicker among={among} chosen={scopes} onChange={setScopes} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button disabled={scopes.length === 0} isBusy={create.isPending} tone="primary" type="submit">
            Make the key
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
