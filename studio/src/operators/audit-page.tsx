import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { momentText } from '../ui/format.ts';
import { Badge } from '../ui/indicators.tsx';
import { wordsOf } from '../ui/labels.ts';
import { Empty, Page } from '../ui/page.tsx';
import { LoadMore, Table } from '../ui/table.tsx';
import { AUDIT_ACTIONS, actionLabel, actorText, detailText } from './audit-words.ts';
import { type AuditAction, type AuditEntry, auditQuery, plansQuery } from './operator-queries.ts';

/** CSS classes of texts that are wrapped, so that the table fits windows of 1280 pixels. */
const narrow = 'block w-max max-w-52 whitespace-normal wrap-anywhere';

const control = 'h-8.5 rounded-lg border border-line-strong bg-sunken px-3 placeholder:text-faint';

/** Page of the audit log, newest first, filtered by account and action. */
export function AuditPage() {
  const { account: first = '' } = useSearch({ from: '/shell/operators/audit' });
  const [account, setAccount] = useState(first);
  const [action, setAction] = useState<AuditAction | null>(null);
  const { plans } = useSuspenseQuery(plansQuery).data;
  const filter = useDeferredValue({ account: account.trim(), action });
  const pages = useSuspenseInfiniteQuery(auditQuery(filter.account, filter.action));
  const entries = pages.data.pages.flatMap((page) => page.entries);
  const planName = (id: string) => plans.find((plan) => plan.id === id)?.name ?? wordsOf(id);
  return (
    <Page
      actions={
        <>
          <label>
            <span className="sr-only">Search by account</span>
            <input
              className={`w-64 ${control}`}
              onChange={({ target }) => setAccount(target.value)}
              placeholder="Email, name or ID"
              type="search"
              value={account}
            />
          </label>
          <label>
            <span className="sr-only">Action</span>
            <select
              className={control}
              onChange={({ target }) => setAction(actions.find((one) => one === target.value) ?? null)}
              value={action ?? ''}
            >
              <option value="">All actions</option>
              {actions.map((one) => (
                <option key={one} value={one}>
                  {AUDIT_ACTIONS[one]}
                </option>
              ))}
            </select>
          </label>
        </>
      }
      lead="Changes to accounts, and what was deleted or shared."
      title="Audit log"
    >
      {entries.length === 0 ? (
        <Empty icon="history" title="No matching entries" />
      ) : (
        <Table
          columns={[
            { head: 'Time', cell: ({ createdAt }) => momentText(createdAt) },
            {
              head: 'Action',
              grows: true,
              cell: (entry) => <Action entry={entry} words={detailText(entry, planName)} />,
            },
            { head: 'Account', cell: (entry) => <Subject entry={entry} /> },
            { head: 'By', cell: ({ actor }) => <span className={narrow}>{actorText(actor)}</span> },
          ]}
          keyOf={({ id }) => id}
          label="Audit log"
          rows={entries}
        />
      )}
      <LoadMore {...pages} />
    </Page>
  );
}

const actions = Object.keys(AUDIT_ACTIONS) as AuditAction[];

const severe: ReadonlySet<string> = new Set(['account.suspend', 'account.ban', 'account.erase']);

/** Action with its values in words. */
function Action({ entry: { action }, words }: { entry: AuditEntry; words: string }) {
  return (
    <>
      <Badge tone={severe.has(action) ? 'bad' : 'neutral'}>{actionLabel(action)}</Badge>
      {words && (
        <span className="mt-1 block truncate text-[13px] text-soft" title={words}>
          {words}
        </span>
      )}
    </>
  );
}

/** Account that was changed, with the id of what was changed in it. */
function Subject({ entry: { account, subject } }: { entry: AuditEntry }) {
  if (account === null) return <span className="text-soft">Erased account</span>;
  return (
    <>
      <span className={narrow}>{account.email ?? <span className="font-mono text-[13px]">{account.id}</span>}</span>
      {subject !== account.id && <span className={`font-mono text-xs text-faint ${narrow}`}>{subject}</span>}
    </>
  );
}
