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
    { done: 'Access revoked' },
  );
  const clients = apps.filter(({ redirectUris }) => redirectUris.length > 0);
  return (
    <Page
      lead="Let people authorise your apps. Approved apps with redirect URLs are OAuth 2 clients (PKCE)."
      title="OAuth"
    >
      <div className="flex flex-col gap-5">
        <Card
          actions={
            <Link className={buttonClass('plain', 'small')} to="/console/apps">
              Go to apps
            </Link>
          }
          title="Your OAuth clients"
        >
          {clients.length === 0 ? (
            <Empty icon="shield" title="No OAuth clients yet">
              Add redirect URLs to an app.
            </Empty>
          ) : (
            <ul className="flex flex-col divide-y divide-line">
              {clients.map(({ id, name, status, redirectUris }) => (
                <li className="grid gap-3 py-4 first:pt-0 last:pb-0 lg:grid-cols-[14rem_1fr]" key={id}>
                  <div>
                    <p className="font-medium">{name}</p>
                    <Badge tone={status === 'approved' ? 'good' : 'neutral'}>
                      {status === 'approved' ? 'Active' : 'Not approved'}
                    </Badge>
                  </div>
                  <div>
                    <Copyable label="Client ID" text={id} />
                    <p className="mt-2 text-[13px] break-all text-soft">Redirect URLs: {redirectUris.join(', ')}</p>
                  </div>
                </li>
              ))}
            </ul>
          )}
        </Card>
        <Card lead="Clients discover all other URLs from these." title="URLs">
          <div className="flex flex-col gap-2">
            <Copyable label="Discovery" text={`${location.origin}/.well-known/oauth-authorization-server`} />
            <Copyable label="MCP server" text={`${location.origin}/api/mcp`} />
          </div>
        </Card>
        <Card lead="Apps and assistants that can use your account." title="Authorised apps">
          {connections.length === 0 ? (
            <p className="text-soft">No authorised apps.</p>
          ) : (
            <ul className="flex flex-col divide-y divide-line">
              {connections.map(({ clientId, name, scopes, since }) => (
                <li className="flex items-center gap-4 py-3 first:pt-0 last:pb-0" key={clientId}>
                  <div className="min-w-0 grow">
                    <p className="truncate font-medium">{name}</p>
                    <p className="text-[13px] text-soft">
                      {scopes.join(', ')}; authorised {momentText(since)}
                    </p>
                  </div>
                  <Button onClick={() => setEnded({ clientId, name })} size="small" tone="danger">
                    Revoke access
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </Card>
      </div>
      <Confirm
        action="Revoke access"
        isOpen={ended !== null}
        onClose={() => setEnded(null)}
        onConfirm={() => end.mutateAsync(ended?.clientId ?? '')}
        title={`Revoke access for ${ended?.name ?? ''}?`}
      >
        Its tokens stop working at once. You can authorise it again later.
      </Confirm>
    </Page>
  );
}
