import { useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../client/api.ts';
import { answerOf } from '../client/api-error.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Confirm, Dialog, DialogActions } from '../ui/dialog.tsx';
import { SelectField, TextArea, TextField } from '../ui/field.tsx';
import { sinceText } from '../ui/format.ts';
import { Badge } from '../ui/indicators.tsx';
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx';
import { Empty, Page } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { notify } from '../ui/toast.tsx';
import { type DestinationRecord, destinationsQuery, useChange } from './console-queries.ts';

const kinds = { s3: 'Bucket', put: 'HTTP upload', sftp: 'SFTP' } as const;

/** Page of the destinations that finished files are sent to. */
export function DestinationsPage() {
  const { data: destinations } = useSuspenseQuery(destinationsQuery);
  const [isNew, setIsNew] = useState(false);
  const [leaving, setLeaving] = useState<DestinationRecord | null>(null);
  const test = useChange(
    ({ id }: DestinationRecord) => answerOf(api.POST('/v1/destinations/{id}/test', { params: { path: { id } } })),
    { onDone: ({ check }) => notify.good(check.note ?? 'Test passed: a file was written and removed') },
  );
  const remove = useChange(
    ({ id }: DestinationRecord) => answerOf(api.DELETE('/v1/destinations/{id}', { params: { path: { id } } })),
    { done: 'Destination deleted' },
  );
  return (
    <Page
      actions={
        <Button icon="add" onClick={() => setIsNew(true)} tone="primary">
          New destination
        </Button>
      }
      lead={
        <>
          Send the files of your renders to your own storage. Failed deliveries are retried for 36 hours.{' '}
          <a className="text-accent underline" href="/docs/destinations" rel="noreferrer" target="_blank">
            How destinations work
          </a>
        </>
      }
      title="Destinations"
    >
      {destinations.length === 0 ? (
        <Empty icon="send" title="No destinations yet">
          Add a bucket or a server to receive finished files automatically.
        </Empty>
      ) : (
        <Table
          columns={[
            {
              head: 'Name',
              grows: true,
              cell: (destination) => (
                <>
                  {destination.name}
                  <span className="block font-mono text-[13px] text-soft">{placeOf(destination)}</span>
                </>
              ),
            },
            { head: 'Type', cell: ({ kind }) => <Badge tone="neutral">{kinds[kind]}</Badge> },
            { head: 'File name', cell: ({ fileName }) => <code className="font-mono text-[13px]">{fileName}</code> },
            { head: 'Last tested', cell: ({ checkedAt }) => sinceText(checkedAt) },
            {
              head: '',
              cell: (destination) => (
                <Menu trigger={<IconButton icon="more" label={`More actions for ${destination.name}`} />}>
                  <MenuItem icon="send" onClick={() => test.mutate(destination)}>
                    Test
                  </MenuItem>
                  <MenuSeparator />
                  <MenuItem icon="trash" isDanger onClick={() => setLeaving(destination)}>
                    Delete
                  </MenuItem>
                </Menu>
              ),
            },
          ]}
          keyOf={({ id }) => id}
          label="Destinations"
          rows={destinations}
        />
      )}
      {isNew && <DestinationDialog onClose={() => setIsNew(false)} />}
      {leaving && (
        <Confirm
          action="Delete"
          isOpen
          onClose={() => setLeaving(null)}
          onConfirm={() => remove.mutateAsync(leaving)}
          title={`Delete ${leaving.name}?`}
        >
          Deliveries in progress will fail. Files that were already delivered are kept.
        </Confirm>
      )}
    </Page>
  );
}

function placeOf({ kind, settings }: DestinationRecord): string {
  const { bucket, prefix, url, user, host, folder, endpoint } = settings;
  switch (kind) {
    case 's3':
      return [`${endpoint ?? 's3:/'}/${bucket}`, prefix].filter(Boolean).join('/');
    case 'sftp':
      return `${user}@${host}:${folder || '~'}`;
    case 'put':
      return url ?? '';
  }
}

type Kind = 's3' | 'sftp' | 'put';

interface Field {
  name: string;
  label: string;
  help?: string;
  isOptional?: boolean;
  type?: 'password' | 'url' | 'number' | 'text area';
}

/** Input fields of each kind of destination. Field names are those of the API. */
const fieldsOf: Readonly<Record<Kind, readonly Field[]>> = {
  s3: [
    { name: 'bucket', label: 'Bucket' },
    { name: 'region', label: 'Region', help: 'Default: us-east-1.', isOptional: true },
    { name: 'endpoint', label: 'Endpoint', help: 'Leave empty for AWS.', type: 'url', isOptional: true },
    { name: 'prefix', label: 'Folder in the bucket', isOptional: true },
    { name: 'accessKeyId', label: 'Access key', help: 'Requires s3:PutObject.' },
    { name: 'secretAccessKey', label: 'Secret key', type: 'password' },
  ],
  sftp: [
    { name: 'host', label: 'Host' },
    { name: 'port', label: 'Port', help: 'Default: 22.', type: 'number', isOptional: true },
    { name: 'hostKeyFingerprint', label: 'Host key fingerprint', help: 'ssh-keyscan HOST | ssh-keygen -lf -' },
    { name: 'folder', label: 'Folder', help: 'Leave empty for the home folder.', isOptional: true },
    { name: 'user', label: 'User' },
    { name: 'password', label: 'Password', type: 'password', isOptional: true },
    { name: 'privateKey', label: 'Private key', type: 'text area', isOptional: true },
  ],
  put: [
    {
      ...{ name: 'url', label: 'URL', type: 'url' },
      help: '{fileName} is replaced by the file name. Without it, all files go to the same URL.',
    },
  ],
};

/** Dialog that adds a destination. The service tests the destination before it saves it. */
export function DestinationDialog({ onClose }: { onClose(): void }) {
  const [kind, setKind] = useState<Kind>('s3');
  const [name, setName] = useState('');
  const [fileName, setFileName] = useState('{name}-{renderId}');
  const [values, setValues] = useState<Record<string, string>>({});
  const add = useChange(
    () => {
      const given = fieldsOf[kind].flatMap(({ name: field, type }) => {
        const value = values[`${kind}.${field}`] ?? '';
        return value === '' ? [] : [[field, type === 'number' ? Number(value) : value] as const];
      });
      // The API reports missing fields; the browser has already checked the required ones.
      const body = { name, fileName, [kind]: Object.fromEntries(given) } as never;
      return answerOf(api.POST('/v1/destinations', { body }));
    },
    {
      onDone({ check }) {
        notify.good(check.note ?? 'Test passed: a file was written and removed');
        onClose();
      },
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <Dialog isOpen onClose={onClose} title="New destination" width="wide">
      <form autoComplete="off" className="flex flex-col gap-5" onSubmit={submit}>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            autoFocus
            label="Name"
            maxLength={200}
            onChange={(event) => setName(event.target.value)}
            required
            value={name}
          />
          <SelectField label="Type" onChange={(event) => setKind(kindOf(event.target.value))} value={kind}>
            <option value="s3">S3 or compatible bucket</option>
            <option value="sftp">SFTP server</option>
            <option value="put">HTTP upload (PUT)</option>
          </SelectField>
          {fieldsOf[kind].map(({ name: field, label, help, isOptional, type }) => {
            const key = `${kind}.${field}`;
            const shared = { label, help, required: isOptional !== true, value: values[key] ?? '' };
            const set = (value: string) => setValues({ ...values, [key]: value });
            const isWide = type === 'text area' || kind === 'put';
            if (type === 'text area') {
              return (
                <TextArea
                  {...shared}
                  className={isWide ? 'sm:col-span-2' : ''}
                  key={key}
                  onChange={(event) => set(event.target.value)}
                  spellCheck={false}
                />
              );
            }
            return (
              <TextField
                {...shared}
                autoComplete={type === 'password' ? 'new-password' : 'off'}
                className={isWide ? 'sm:col-span-2' : ''}
                key={key}
                onChange={(event) => set(event.target.value)}
                type={type ?? 'text'}
              />
            );
          })}
          <TextField
            className="sm:col-span-2"
            help="Available: {reference}, {name}, {renderId}, {format} and {index}. A slash creates a folder."
            label="File name"
            maxLength={200}
            onChange={(event) => setFileName(event.target.value)}
            required
            value={fileName}
          />
        </div>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button isBusy={add.isPending} tone="primary" type="submit">
            Test and add
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function kindOf(value: string): Kind {
  return value === 'sftp' || value === 'put' ? value : 's3';
}
