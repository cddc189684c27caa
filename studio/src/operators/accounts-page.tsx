import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { api } from '../client/api.ts';
import { answerOf } from '../client/api-error.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { countText, momentText } from '../ui/format.ts';
import { Badge } from '../ui/indicators.tsx';
import { wordsOf } from '../ui/labels.ts';
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx';
import { Page } from '../ui/page.tsx';
import { LoadMore, Table } from '../ui/table.tsx';
import { EraseDialog, SuspendDialog } from './account-end-dialogs.tsx';
import { AccountLimitsDialog } from './account-limits-dialog.tsx';
import { NewAccountDialog } from './new-account-dialog.tsx';
import { accountsQuery, type OperatedAccount, plansQuery, useOperatorChange } from './operator-queries.ts';

/** Page of all accounts, newest first, on which operators create, change, suspend and erase them. */
export function AccountsPage() {
  const [search, setSearch] = useState('');
  const [isNew, setIsNew] = useState(false);
  const wanted = useDeferredValue(search.trim());
  const pages = useSuspenseInfiniteQuery(accountsQuery(wanted));
  const { plans } = useSuspenseQuery(plansQuery).data;
  const accounts = pages.data.pages.flatMap((page) => page.accounts);
  return (
    <Page
      actions={
        <>
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
          <Button icon="add" onClick={() => setIsNew(true)} tone="primary">
            New account
          </Button>
        </>
      }
      lead={
        <>
          Credits, roles and bans are changed with <code className="font-mono">npm run admin -- account</code>.
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
            cell: ({ plan, ownLimits }) => (
              <>
                {plans.find(({ id }) => id === plan)?.name ?? wordsOf(plan)}{' '}
                {Object.keys(ownLimits).length > 0 && <Badge tone="info">Custom limits</Badge>}
              </>
            ),
          },
          { head: 'Status', cell: (account) => <Status account={account} /> },
          { head: 'Projects', align: 'right', cell: ({ projects }) => countText(projects) },
          { head: 'Renders', align: 'right', cell: ({ renders }) => countText(renders) },
          { head: 'Created', cell: ({ createdAt }) => momentText(createdAt) },
          { head: '', align: 'right', cell: (account) => <AccountMenu account={account} /> },
        ]}
        keyOf={({ id }) => id}
        label="Accounts"
        rows={accounts}
      />
      {accounts.length === 0 && <p className="py-10 text-center text-soft">No matching accounts.</p>}
      <LoadMore {...pages} />
      {isNew && <NewAccountDialog onClose={() => setIsNew(false)} />}
    </Page>
  );
}

function Status({ account }: { account: OperatedAccount }) {
  const { status, role, restrictionReason, restrictedUntil } = account;
  const end = restrictedUntil === null ? null : `Until ${momentText(restrictedUntil)}`;
  return (
    <span className="flex gap-1.5" title={[restrictionReason, end].filter(Boolean).join('\n') || undefined}>
      <Badge tone={status === 'active' ? 'good' : 'bad'}>{wordsOf(status)}</Badge>
      {role === 'admin' && <Badge tone="accent">Operator</Badge>}
    </span>
  );
}

/** Menu of what an operator can do with an account. Accounts of operators cannot be suspended or erased here. */
function AccountMenu({ account }: { account: OperatedAccount }) {
  const { id, name, status, role } = account;
  const [asks, setAsks] = useState<'edit' | 'suspend' | 'erase' | null>(null);
  const navigate = useNavigate();
  const isOperator = role === 'admin';
  const resume = useOperatorChange(
    () => answerOf(api.POST('/api/studio/operators/accounts/{id}/resume', { params: { path: { id } } })),
    { done: 'Account resumed' },
  );
  const close = () => setAsks(null);
  return (
    <>
      <Menu trigger={<IconButton icon="more" label={`More actions for ${name}`} size="small" />}>
        <MenuItem icon="edit" onClick={() => setAsks('edit')}>
          Edit
        </MenuItem>
        {status === 'active' ? (
          <MenuItem icon="pause" isDisabled={isOperator} onClick={() => setAsks('suspend')}>
            Suspend
          </MenuItem>
        ) : (
          <MenuItem icon="play" onClick={() => resume.mutate()}>
            Resume
          </MenuItem>
        )}
        <MenuItem icon="history" onClick={() => navigate({ to: '/operators/audit', search: { account: id } })}>
          Audit log
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon="trash" isDanger isDisabled={isOperator} onClick={() => setAsks('erase')}>
          Erase
        </MenuItem>
      </Menu>
      {asks === 'edit' && <AccountLimitsDialog account={account} onClose={close} />}
      {asks === 'suspend' && <SuspendDialog account={account} onClose={close} />}
      {asks === 'erase' && <EraseDialog account={account} onClose={close} />}
    </>
  );
}
