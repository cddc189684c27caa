import { useState } from 'react';
import { answerOf } from '../client/answer-of.ts';
import { api } from '../client/api.ts';
import { Badge, type BadgeTone } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Facts } from '../ui/facts.tsx';
import { amountText, momentText } from '../ui/format.ts';
import { AppDialog } from './app-dialog.tsx';
import type { AppRecord } from './console-queries.ts';
import { useChange } from './use-change.ts';

const states: Record<AppRecord['status'], { label: string; tone: BadgeTone }> = {
  draft: { label: 'Draft', tone: 'neutral' },
  in_review: { label: 'In review', tone: 'info' },
  approved: { label: 'Approved', tone: 'good' },
  rejected: { label: 'Rejected', tone: 'bad' },
  suspended: { label: 'Switched off', tone: 'bad' },
};

/** Card of one app: its review state, the number of its scopes, its redirect URIs and its actions. */
export function AppCard({ app }: { app: AppRecord }) {
  const [isEdited, setIsEdited] = useState(false);
  const { id, name, status, scopes, redirectUris, throttled, reviewNote, createdAt } = app;
  const submit = useChange(() => answerOf(api.POST('/api/developer/apps/{id}/submit', { params: { path: { id } } })), {
    done: `${name} was handed in`,
  });
  const isOpen = status === 'draft' || status === 'rejected';
  return (
    <li className="flex flex-col rounded-2xl border border-line bg-surface p-5">
      <div className="flex items-center gap-2">
        <h2 className="min-w-0 grow truncate font-semibold">{name}</h2>
        {throttled && <Badge tone="warn">slowed down</Badge>}
        <Badge tone={states[status].tone}>{states[status].label}</Badge>
      </div>
      {reviewNote && <p className="mt-2 rounded-lg bg-sunken p-2.5 text-[13px]">{reviewNote}</p>}
      <div className="mt-4 grow text-[13px]">
        <Facts
          rows={[
            [
              'Id',
              <code className="font-mono break-all" key="id">
                {id}
              </code>,
            ],
            ['May hand out', amountText(scopes.length, 'scope')],
            ['Sends people to', redirectUris.length === 0 ? 'nowhere: no OAuth' : redirectUris.join(', ')],
            ['Made', momentText(createdAt)],
          ]}
        />
      </div>
      <div className="mt-4 flex gap-2">
        <Button icon="edit" onClick={() => setIsEdited(true)} size="small">
          Change
        </Button>
        {isOpen && (
          <Button icon="send" isBusy={submit.isPending} onClick={() => submit.mutate()} size="small">
            Hand in for review
          </Button>
        )}
      </div>
      {isEdited && <AppDialog app={app} onClose={() => setIsEdited(false)} />}
    </li>
  );
}
