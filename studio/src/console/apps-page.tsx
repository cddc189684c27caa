import { useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../client/api.ts';
import { answerOf } from '../client/api-error.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { TextArea, TextField } from '../ui/field.tsx';
import { countText, momentText } from '../ui/format.ts';
import { Badge, type BadgeTone } from '../ui/indicators.tsx';
import { Card, Empty, Facts, Page } from '../ui/page.tsx';
import { type AppRecord, agreementQuery, appsQuery, useChange } from './console-queries.ts';
import { type Scope, ScopePicker } from './scope-picker.tsx';

/** Page of the account's apps with their review states. */
export function AppsPage() {
  const { data: apps } = useSuspenseQuery(appsQuery);
  const [isNew, setIsNew] = useState(false);
  const create = (
    <Button icon="add" onClick={() => setIsNew(true)} tone="primary">
      New app
    </Button>
  );
  return (
    <Page
      actions={create}
      lead="Programs that use the API with their own keys. People can authorise them with OAuth."
      title="Apps"
    >
      <AgreementCard />
      {apps.length === 0 ? (
        <Empty icon="grid" title="No apps yet">
          Create an app for a program that others use, or for a bot. Personal API keys need no app.
        </Empty>
      ) : (
        <ul className="grid gap-4 lg:grid-cols-2">
          {apps.map((app) => (
            <AppCard app={app} key={app.id} />
          ))}
        </ul>
      )}
      {isNew && <AppDialog app={null} onClose={() => setIsNew(false)} />}
    </Page>
  );
}

const states: Record<AppRecord['status'], { label: string; tone: BadgeTone }> = {
  draft: { label: 'Draft', tone: 'neutral' },
  in_review: { label: 'In review', tone: 'info' },
  approved: { label: 'Approved', tone: 'good' },
  rejected: { label: 'Rejected', tone: 'bad' },
  suspended: { label: 'Suspended', tone: 'bad' },
};

/** Card of one app: its review state, the number of its scopes, its redirect URIs and its actions. */
export function AppCard({ app }: { app: AppRecord }) {
  const [isEdited, setIsEdited] = useState(false);
  const { id, name, status, scopes, redirectUris, throttled, reviewNote, createdAt } = app;
  const submit = useChange(() => answerOf(api.POST('/api/developer/apps/{id}/submit', { params: { path: { id } } })), {
    done: `${name} submitted for review`,
  });
  const isOpen = status === 'draft' || status === 'rejected';
  return (
    <li className="flex flex-col rounded-2xl border border-line bg-surface p-5">
      <div className="flex items-center gap-2">
        <h2 className="min-w-0 grow truncate font-semibold">{name}</h2>
        {throttled && <Badge tone="warn">Rate limited</Badge>}
        <Badge tone={states[status].tone}>{states[status].label}</Badge>
      </div>
      {reviewNote && <p className="mt-2 rounded-lg bg-sunken p-2.5 text-[13px]">{reviewNote}</p>}
      <div className="mt-4 grow text-[13px]">
        <Facts
          rows={[
            [
              'App ID',
              <code className="font-mono break-all" key="id">
                {id}
              </code>,
            ],
            ['Scopes', countText(scopes.length)],
            ['Redirect URLs', redirectUris.length === 0 ? 'None (no OAuth)' : redirectUris.join(', ')],
            ['Created', momentText(createdAt)],
          ]}
        />
      </div>
      <div className="mt-4 flex gap-2">
        <Button icon="edit" onClick={() => setIsEdited(true)} size="small">
          Edit
        </Button>
        {isOpen && (
          <Button icon="send" isBusy={submit.isPending} onClick={() => submit.mutate()} size="small">
            Submit for review
          </Button>
        )}
      </div>
      {isEdited && <AppDialog app={app} onClose={() => setIsEdited(false)} />}
    </li>
  );
}

/** Card for the developer agreement: it shows when the agreement was accepted, or a button to accept it. */
export function AgreementCard() {
  const { data } = useSuspenseQuery(agreementQuery);
  const accept = useChange(() => answerOf(api.POST('/api/developer/agreement', { body: { accept: true } })), {
    done: 'Agreement accepted',
  });
  return (
    <Card
      actions={
        data.acceptedAt === null ? (
          <Button isBusy={accept.isPending} onClick={() => accept.mutate()} tone="primary">
            Accept
          </Button>
        ) : (
          <Badge tone="good">Accepted {momentText(data.acceptedAt)}</Badge>
        )
      }
      className="mb-5"
      title="Developer agreement"
    >
      <p className="max-w-2xl text-soft">
        Apps act for the people who authorise them. They do only what they describe, keep data confidential, protect
        their keys and tokens, and stop at once when asked to. To get live keys, accept the agreement and have the app
        approved.
      </p>
    </Card>
  );
}

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
    { done: app === null ? `${name} created` : 'App saved', onDone: onClose },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog isOpen onClose={onClose} title={app === null ? 'New app' : `Edit ${app.name}`} width="wide">
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
          <p className="text-[13px] text-soft">Scopes cannot be changed after the review.</p>
        ) : (
          <ScopePicker chosen={scopes} onChange={setScopes} />
        )}
        <TextArea
          help="One per line: https, or http on this machine. Leave empty for an app without OAuth."
          label="Redirect URLs"
          onChange={(event) => setAddresses(event.target.value)}
          placeholder="https://example.org/callback"
          value={addresses}
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button disabled={scopes.length === 0} isBusy={save.isPending} tone="primary" type="submit">
            {app === null ? 'Create' : 'Save'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
