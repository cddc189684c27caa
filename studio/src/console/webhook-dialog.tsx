import { type FormEvent, useState } from 'react';
import { api } from '../client/api.ts';
import { answerOf } from '../client/api-error.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { type EndpointRecord, useChange } from './console-queries.ts';

interface WebhookDialogProps {
  /** Endpoint to change; null creates a new one. */
  endpoint: EndpointRecord | null;
  onClose(): void;
  /** Called with the signing secret of a new endpoint. */
  onSecret?(secret: string): void;
}

/** Dialog that creates a webhook endpoint or changes an existing one. */
export function WebhookDialog({ endpoint, onClose, onSecret }: WebhookDialogProps) {
  const [url, setUrl] = useState(endpoint?.url ?? 'https://');
  const [description, setDescription] = useState(endpoint?.description ?? '');
  const [events, setEvents] = useState<WebhookEvent[]>(endpoint?.events.filter(isWebhookEvent) ?? []);
  const save = useChange(
    async () => {
      const body = { url, description, events };
      if (endpoint === null) return (await answerOf(api.POST('/api/developer/webhooks', { body }))).secret;
      const params = { path: { id: endpoint.id } };
      await answerOf(api.PATCH('/api/developer/webhooks/{id}', { params, body }));
      return null;
    },
    {
      onDone(secret) {
        onClose();
        if (secret !== null) onSecret?.(secret);
      },
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const toggle = (name: WebhookEvent) =>
    setEvents(events.includes(name) ? events.filter((one) => one !== name) : [...events, name]);
  return (
    <Dialog isOpen onClose={onClose} title={endpoint === null ? 'New endpoint' : 'Edit endpoint'} width="wide">
      <form className="flex flex-col gap-5" onSubmit={submit}>
        <TextField
          autoFocus
          label="URL"
          maxLength={2000}
          onChange={(event) => setUrl(event.target.value)}
          required
          type="url"
          value={url}
        />
        <TextField
          label="Description"
          maxLength={200}
          onChange={(event) => setDescription(event.target.value)}
          value={description}
        />
        <fieldset>
          <legend className="mb-2 text-[13px] font-medium text-soft">Events (none selected: all)</legend>
          <div className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
            {webhookEvents.map(([name, when]) => (
              <label className="flex items-start gap-2.5 py-1" key={name}>
                <input
                  checked={events.includes(name)}
                  className="mt-0.5 size-4 accent-accent"
                  onChange={() => toggle(name)}
                  type="checkbox"
                />
                <span>
                  <code className="font-mono text-[13px]">{name}</code>
                  <span className="block text-[13px] text-soft">{when}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button isBusy={save.isPending} tone="primary" type="submit">
            {endpoint === null ? 'Create' : 'Save'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Events that a webhook endpoint can subscribe to, each with a description of when it is sent. */
const webhookEvents = [
  ['render.completed', 'A render is completed'],
  ['render.failed', 'A render failed'],
  ['render.delivered', 'All files were delivered'],
  ['render.delivery_failed', 'A file could not be delivered'],
  ['batch.completed', 'All renders of a batch have finished'],
  ['credits.low', 'Few credits are left'],
  ['credits.exhausted', 'No credits are left'],
  ['app.suspended', 'An app was suspended'],
  ['comment.created', 'A comment was added'],
  ['comment.resolved', 'A comment was resolved'],
  ['telegram.end_user.first_seen', 'A user writes to a bot for the first time'],
  ['telegram.end_user.blocked', 'A user was blocked'],
  ['telegram.end_user.limit_reached', 'A user reached the daily limit'],
] as const;

/** Name of a webhook event. */
type WebhookEvent = (typeof webhookEvents)[number][0];

/** Whether `name` is the name of a webhook event. */
function isWebhookEvent(name: string): name is WebhookEvent {
  return webhookEvents.some(([event]) => event === name);
}
