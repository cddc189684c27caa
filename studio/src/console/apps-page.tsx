import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Empty, Page } from '../ui/page.tsx';
import { AgreementCard } from './agreement-card.tsx';
import { AppCard } from './app-card.tsx';
import { AppDialog } from './app-dialog.tsx';
import { appsQuery } from './console-queries.ts';

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
      lead="An app is a program of yours: it has keys, and people may let it into their accounts."
      title="Apps"
    >
      <AgreementCard />
      {apps.length === 0 ? (
        <Empty icon="grid" title="No apps yet">
          A personal key needs none. An app is for what others use, and for bots.
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
