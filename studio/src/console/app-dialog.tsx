import { type FormEvent, useState } from 'react';
import { answerOf } from '../client/answer-of.ts';
import { api } from '../client/api.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { TextArea, TextField } from '../ui/field.tsx';
import type { AppRecord } from './console-queries.ts';
import { ScopePicker } from './scope-picker.tsx';
import type { Scope } from './scopes.ts';
import { useChange } from './use-change.ts';

/** Dialog that creates an app (`app` null) or changes an existing one. */
export function AppDialog({ app, onClose }: { app: AppRecord | null; onClose(): void }) {
  const [name, setName] = useState(app?.name ?? '');
  const [scopes, setScopes] = useState<Scope[]>(
    app?.scopes ?? ['projects.read', 'projects.write', 'render.read', 'render.write'],
  );
  const [addresses, setAddresses] = useState(app?.redirectUris.join('\n') ?? '');
  const redirectUris = addresses.split(/\s+/).filter(Boolean);
  const isFixed = app !== null && app.status !== 'draft' && app.status !== 'rejected';
  const save = useChange(
    () =>
      app === null
        ? answerOf(api.POST('/api/developer/apps', { body: { name, scopes, redirectUris } }))
        : answerOf(
            api.PATCH('/api/developer/apps/{id}', {
              params: { path: { id: app.id } },
              body: { name, redirectUris, ...(isFixed ? {} : { scopes }) },
            }),
          ),
    { done: app === null ? `${name} was made` : 'Saved', onDone: onClose },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog isOpen onClose={onClose} title={app === null ? 'New app' : `Change ${app.name}`} width="wide">
      <form className="flex flex-col gap-5" onSubmit={submit}>
        <TextField
          autoFocus
          label="Name"
          maxLength={100}
          onChange={(event) => setName(event.target.value)}
          required
          value={name}
        />
        {isFixed ? (
          <p className="text-[13px] text-soft">Its scopes were reviewed and do not change any more.</p>
        ) : (
          <ScopePicker chosen={scopes} onChange={setScopes} />
        )}
        <TextArea
          help="One a line; https, or http on this machine. Without any the app has no OAuth."
          label="Where OAuth may send people back to"
          onChange={(event) => setAddresses(event.target.value)}
          placeholder="https://example.org/callback"
          value={addresses}
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button disabled={scopes.length === 0} isBusy={save.isPending} tone="primary" type="submit">
            {app === null ? 'Make it' : 'Save'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
