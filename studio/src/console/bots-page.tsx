import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../client/api.ts';
import { answerOf } from '../client/api-error.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { momentText } from '../ui/format.ts';
import { Card, Empty, Page } from '../ui/page.tsx';
import { type AppRecord, appsQuery, botQuery, useChange } from './console-queries.ts';

/** Page of the Telegram bots connected to the account's apps. */
export function BotsPage() {
  const { data: apps } = useSuspenseQuery(appsQuery);
  return (
    <Page
      lead={
        <>
          People describe a video in a chat with your bot, and the bot sends it to them.{' '}
          <a className="text-accent underline" href="/docs/bots" rel="noreferrer" target="_blank">
            How bots work
          </a>
        </>
      }
      title="Bots"
    >
      {apps.length === 0 ? (
        <Empty icon="bot" title="No apps yet">
          A bot belongs to an approved app. Create an app and submit it for review first.
        </Empty>
      ) : (
        <div className="flex flex-col gap-4">
          {apps.map((app) => (
            <BotCard app={app} key={app.id} />
          ))}
        </div>
      )}
    </Page>
  );
}

function BotCard({ app }: { app: AppRecord }) {
  const { data: bot, isPending } = useQuery(botQuery(app.id));
  const [token, setToken] = useState('');
  const [asks, setAsks] = useState(false);
  const params = { path: { id: app.id } };
  const connect = useChange(() => answerOf(api.PUT('/api/developer/apps/{id}/telegram', { params, body: { token } })), {
    done: 'Bot connected',
    onDone: () => setToken(''),
  });
  const disconnect = useChange(() => answerOf(api.DELETE('/api/developer/apps/{id}/telegram', { params })), {
    done: 'Bot disconnected',
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    connect.mutate();
  };
  return (
    <Card
      actions={
        bot && (
          <Button onClick={() => setAsks(true)} size="small" tone="danger">
            Disconnect
          </Button>
        )
      }
      title={app.name}
    >
      {bot ? (
        <p>
          <a className="text-accent underline" href={`https://t.me/${bot.username}`} rel="noreferrer" target="_blank">
            @{bot.username}
          </a>
          <span className="text-soft">, connected {momentText(bot.createdAt)}</span>
        </p>
      ) : isPending ? (
        <p className="text-soft">Loading…</p>
      ) : app.status !== 'approved' ? (
        <p className="text-soft">Available after the app is approved.</p>
      ) : (
        <form className="flex flex-wrap items-end gap-3" onSubmit={submit}>
          <TextField
            autoComplete="off"
            className="min-w-72 grow"
            help="The token that BotFather gave you. It is stored encrypted and not shown again."
            label={`Telegram bot token for ${app.name}`}
            onChange={(event) => setToken(event.target.value)}
            required
            type="password"
            value={token}
          />
          <Button className="mb-6.5" isBusy={connect.isPending} type="submit">
            Connect
          </Button>
        </form>
      )}
      <Confirm
        action="Disconnect"
        isOpen={asks}
        onClose={() => setAsks(false)}
        onConfirm={() => disconnect.mutateAsync()}
        title={`Disconnect @${bot?.username ?? ''}?`}
      >
        The bot stops answering and its token is deleted. Its users are kept.
      </Confirm>
    </Card>
  );
}
