import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { countText, momentText } from '../ui/format.ts';
import { Badge } from '../ui/indicators.tsx';
import { wordsOf } from '../ui/labels.ts';
import { Page } from '../ui/page.tsx';
import { LoadMore, Table } from '../ui/table.tsx';
import { accountsQuery } from './operator-queries.ts';

/** Page of all accounts, newest first. It is read-only: operators change accounts with the command line. */
export function AccountsPage() {
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search.trim());
  const pages = useSuspenseInfiniteQuery(accountsQuery(wanted));
  const accounts = pages.data.pages.flatMap((page) => page.accounts);
  return (
    <Page
      actions={
        <label>
          <span className="sr-only">Search accounts</span>
          <input
            className="h-8.5 w-64 rounded-lg border border-line-strong bg-sunken px-3 placeholder:text-faint"
            onChange={(event) => setSearch(event.target.value)}
            placeholder="Email, name or ID"
            type="search"
            value={search}
          />
        </label>
      }
      lead={
        <>
          To change plans, limits, credits or restrictions, use{' '}
          <code className="font-mono">npm run admin -- account</code>.
        </>
      }
      title="Accounts"
    >
      <Table
        columns={[
          {
            head: 'Account',
            grows: true,
            cell: ({ id, name, email }) => (
              <>
                <span className="font-medium">{name}</span> <span className="text-soft">{email !== name && email}</span>
                <span className="block font-mono text-xs text-faint">{id}</span>
              </>
            ),
          },
          {
            head: 'Plan',
            cell: ({ plan, hasOwnLimits }) => (
              <>
                {wordsOf(plan)} {hasOwnLimits && <Badge tone="info">Custom limits</Badge>}
              </>
            ),
          },
          {
            head: 'Status',
            cell: ({ status, role, restrictionReason }) => (
              <span className="flex gap-1.5" title={restrictionReason ?? undefined}>
                <Badge tone={status === 'active' ? 'good' : 'bad'}>{wordsOf(status)}</Badge>
                {role === 'admin' && <Badge tone="accent">Operator</Badge>}
              </span>
            ),
          },
          { head: 'Projects', align: 'right', cell: ({ projects }) => countText(projects) },
          { head: 'Renders', align: 'right', cell: ({ renders }) => countText(renders) },
          { head: 'Created', cell: ({ createdAt }) => momentText(createdAt) },
        ]}
        keyOf={({ id }) => id}
        label="Accounts"
        rows={accounts}
      />
      {accounts.length === 0 && <p className="py-10 text-center text-soft">No matching accounts.</p>}
      <LoadMore {...pages} />
    </Page>
  );
}
