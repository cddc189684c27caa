import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../client/api.ts';
import { answerOf } from '../client/api-error.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { momentText } from '../ui/format.ts';
import { Badge } from '../ui/indicators.tsx';
import { Card, Copyable, Empty, Page } from '../ui/page.tsx';
import { appsQuery, connectionsQuery, useChange } from './console-queries.ts';

/** Page of the account's apps that are OAuth clients, and of the apps that the account has authorised. */
export function OauthPage() {
  const { data: apps } = useSuspenseQuery(appsQuery);
  const { data: connections } = useSuspenseQuery(connectionsQuery);
  const [ended, setEnded] = useState<{ clientId: string; name: string } | null>(null);
  const end = useChange(
    (clientId: string) => answerOf(api.POST('/api/studio/connections/end', { body: { clientId } })),
    { done: 'It is cut off' },
  );
  const clients = apps.filter(({ redirectUris }) => redirectUris.length > 0);
  return (
    <Page
      lead="People let your apps into their accounts by OAuth 2 with PKCE: there is no client secret. An app is a client when it is approved and has addresses to send people back to."
      title="OAuth clients"
    >
      <div className="flex flex-col gap-5">
        <Card
          actions={
            <Link className={buttonClass('plain', 'small')} to="/console/apps">
              To the apps
            </Link>
          }
          title="Your clients"
        >
          {clients.length === 0 ? (
            <Empty icon="shield" title="No client yet">
              Give an app addresses to send people back to.
            </Empty>
          ) : (
            <ul className="flex flex-col divide-y divide-line">
              {clients.map(({ id, name, status, redirectUris }) => (
                <li className="grid gap-3 py-4 first:pt-0 last:pb-0 lg:grid-cols-[14rem_1fr]" key={id}>
                  <div>
                    <p className="font-medium">{name}</p>
                    <Badge tone={status === 'approved' ? 'good' : 'neutral'}>
                      {status === 'approved' ? 'works' : 'not approved yet'}
                    </Badge>
                  </div>
                  <div>
                    <Copyable label="Client id" text={id} />
                    <p className="mt-2 text-[13px] break-all text-soft">Back to {redirectUris.join(', ')}</p>
                  </div>
                </li>
              ))}
            </ul>
          )}
        </Card>
        <Card lead="Clients find everything else there by themselves." title="Addresses">
          <div className="flex flex-col gap-2">
            <Copyable label="Discovery" text={`${location.origin}/.well-known/oauth-authorization-server`} />
            <Copyable label="MCP server" text={`${location.origin}/api/mcp`} />
          </div>
        </Card>
        <Card lead="Programs of others, or your assistants, that may use this account." title="Let in by you">
          {connections.length === 0 ? (
            <p className="text-soft">None.</p>
          ) : (
            <ul className="flex flex-col divide-y divide-line">
              {connections.map(({ clientId, name, scopes, since }) => (
                <li className="flex items-center gap-4 py-3 first:pt-0 last:pb-0" key={clientId}>
                  <div className="min-w-0 grow">
                    <p className="truncate font-medium">{name}</p>
                    <p className="text-[13px] text-soft">
                      {scopes.join(', ')}; since {momentText(since)}
                    </p>
                  </div>
                  <Button onClick={() => setEnded({ clientId, name })} size="small" tone="danger">
                    Cut off
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </Card>
      </div>
      <Confirm
        action="Cut off"
        isOpen={ended !== null}
        onClose={() => setEnded(null)}
        onConfirm={() => end.mutateAsync(ended?.clientId ?? '')}
        title={`Cut ${ended?.name ?? ''} off?`}
      >
        Its tokens end at once. It may ask you again.
      </Confirm>
    </Page>
  );
}
