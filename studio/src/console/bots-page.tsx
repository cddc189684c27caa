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
          People write to a bot what they want, and it sends them the film.{' '}
          <a className="text-accent underline" href="/docs/bots" rel="noreferrer" target="_blank">
            How bots work
          </a>
        </>
      }
      title="Bots"
    >
      {apps.length === 0 ? (
        <Empty icon="bot" title="A bot belongs to an app">
          Make an app first, and have it approved.
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
    done: 'The bot is connected',
    onDone: () => setToken(''),
  });
  const disconnect = useChange(() => answerOf(api.DELETE('/api/developer/apps/{id}/telegram', { params })), {
    done: 'The bot is disconnected',
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
        <p className="text-soft">Is there a bot? ...</p>
      ) : app.status !== 'approved' ? (
        <p className="text-soft">The app has to be approved first.</p>
      ) : (
        <form className="flex flex-wrap items-end gap-3" onSubmit={submit}>
          <TextField
            autoComplete="off"
            className="min-w-72 grow"
            help="As BotFather gave it. It is kept encrypted and never shown again."
            label={`Token of the bot of ${app.name}`}
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
        It answers nobody any more, and its token is forgotten. Its users stay.
      </Confirm>
    </Card>
  );
}
