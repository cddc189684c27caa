import { type FormEvent, useState } from 'react';
import { answerOf } from '../client/answer-of.ts';
import { api } from '../client/api.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { SelectField, TextArea, TextField } from '../ui/field.tsx';
import { notify } from '../ui/toast.tsx';
import { useChange } from './use-change.ts';

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
    { name: 'region', label: 'Region', help: 'Default us-east-1.', isOptional: true },
    { name: 'endpoint', label: 'Endpoint', help: 'Empty: AWS.', type: 'url', isOptional: true },
    { name: 'prefix', label: 'Folder in the bucket', isOptional: true },
    { name: 'accessKeyId', label: 'Access key', help: 'It needs s3:PutObject.' },
    { name: 'secretAccessKey', label: 'Secret key', type: 'password' },
  ],
  sftp: [
    { name: 'host', label: 'Host' },
    { name: 'port', label: 'Port', help: 'Default 22.', type: 'number', isOptional: true },
    { name: 'hostKeyFingerprint', label: 'Fingerprint of the host key', help: 'ssh-keyscan HOST | ssh-keygen -lf -' },
    { name: 'folder', label: 'Folder', help: 'Empty: the home folder.', isOptional: true },
    { name: 'user', label: 'User' },
    { name: 'password', label: 'Password', type: 'password', isOptional: true },
    { name: 'privateKey', label: 'Or a private key', type: 'text area', isOptional: true },
  ],
  put: [
    {
      ...{ name: 'url', label: 'Address', type: 'url' },
      help: '{fileName} in it is the name of the file; without it every file goes to the same address.',
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
        notify.good(check.note ?? 'A test file was written and removed');
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
          <SelectField label="Kind" onChange={(event) => setKind(kindOf(event.target.value))} value={kind}>
            <option value="s3">A bucket (S3, or a service that speaks it)</option>
            <option value="sftp">A folder of an SFTP server</option>
            <option value="put">An address that takes a PUT</option>
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
            help="A slash makes a folder; {reference}, {name}, {renderId}, {format} and {index} are filled in."
            label="Names of files"
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
