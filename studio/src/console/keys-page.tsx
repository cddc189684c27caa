import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../client/api.ts';
import { answerOf } from '../client/api-error.ts';
import { Button } from '../ui/button.tsx';
import { Confirm, Dialog, DialogActions } from '../ui/dialog.tsx';
import { SelectField } from '../ui/field.tsx';
import { sinceText } from '../ui/format.ts';
import { Badge } from '../ui/indicators.tsx';
import { wordsOf } from '../ui/labels.ts';
import { Empty, Page } from '../ui/page.tsx';
import { LoadMore, Table } from '../ui/table.tsx';
import { type AppRecord, appsQuery, type KeyRecord, keysQuery, useChange } from './console-queries.ts';
import { OnceShown } from './once-shown.tsx';
import { allScopes, type Scope, ScopePicker } from './scope-picker.tsx';

/** Page of the account's API keys, each shown by its last four characters. */
export function KeysPage() {
  const pages = useSuspenseInfiniteQuery(keysQuery);
  const { data: apps } = useSuspenseQuery(appsQuery);
  const [isNew, setIsNew] = useState(false);
  const [revoked, setRevoked] = useState<KeyRecord | null>(null);
  const keys = pages.data.pages.flatMap((page) => page.keys);
  const revoke = useChange(
    (id: string) => answerOf(api.DELETE('/api/developer/keys/{id}', { params: { path: { id } } })),
    { done: 'API key revoked' },
  );
  const create = (
    <Button icon="add" onClick={() => setIsNew(true)} tone="primary">
      New API key
    </Button>
  );
  return (
    <Page actions={create} lead="Keys for your programs. Keep them on servers, never in a browser." title="API keys">
      {keys.length === 0 ? (
        <Empty icon="key" title="No API keys yet" />
      ) : (
        <Table
          columns={[
            {
              head: 'Key',
              cell: ({ environment, last4 }) => (
                <code className="font-mono">
                  key_{environment}_…{last4}
                </code>
              ),
            },
            {
              head: 'Environment',
              cell: ({ environment }) => (
                <Badge tone={environment === 'live' ? 'accent' : 'info'}>{wordsOf(environment)}</Badge>
              ),
            },
            {
              head: 'Owner',
              grows: true,
              cell: ({ appId }) => (appId === null ? 'You' : (apps.find(({ id }) => id === appId)?.name ?? appId)),
            },
            {
              head: 'Scopes',
              align: 'right',
              cell: ({ scopes }) => <span title={scopes.join('\n')}>{scopes.length}</span>,
            },
            { head: 'Created', cell: ({ createdAt }) => sinceText(createdAt) },
            {
              head: '',
              align: 'right',
              cell: (key) =>
                key.revokedAt === null ? (
                  <Button onClick={() => setRevoked(key)} size="small" tone="danger">
                    Revoke
                  </Button>
                ) : (
                  <Badge tone="neutral">Revoked {sinceText(key.revokedAt)}</Badge>
                ),
            },
          ]}
          keyOf={({ id }) => id}
          label="API keys"
          rows={keys}
        />
      )}
      <LoadMore {...pages} />
      {isNew && <KeyDialog apps={apps} onClose={() => setIsNew(false)} />}
      <Confirm
        action="Revoke"
        isOpen={revoked !== null}
        onClose={() => setRevoked(null)}
        onConfirm={() => revoke.mutateAsync(revoked?.id ?? '')}
        title={`Revoke the key …${revoked?.last4 ?? ''}?`}
      >
        Programs that use this key stop working within 5 seconds. This cannot be undone.
      </Confirm>
    </Page>
  );
}

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
    return <OnceShown label="API key" onClose={onClose} text={minted} title="Your new API key" />;
  }
  return (
    <Dialog isOpen onClose={onClose} title="New API key" width="wide">
      <form className="flex flex-col gap-5" onSubmit={submit}>
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            help={
              environment === 'test'
                ? 'Returns sample renders and uses no credits.'
                : 'Renders your projects and uses credits.'
            }
            label="Environment"
            onChange={({ target }) => setEnvironment(target.value === 'live' ? 'live' : 'test')}
            value={environment}
          >
            <option value="test">Test</option>
            <option value="live">Live</option>
          </SelectField>
          <SelectField label="Owner" onChange={({ target }) => setAppId(target.value)} value={appId}>
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
            Create key
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
