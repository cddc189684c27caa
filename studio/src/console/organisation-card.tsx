import { useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../client/answer-of.ts';
import { api } from '../client/api.ts';
import { useAccount } from '../session/session-query.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { momentText } from '../ui/format.ts';
import { Card } from '../ui/page.tsx';
import { membersQuery, type OrganisationRecord } from './console-queries.ts';
import { OnceShown } from './once-shown.tsx';
import { useChange } from './use-change.ts';

/** Card of one organisation with its members. The owner can invite and remove members. */
export function OrganisationCard({ organisation: { id, name, role } }: { organisation: OrganisationRecord }) {
  const own = useAccount();
  const { data: members } = useSuspenseQuery(membersQuery(id));
  const [email, setEmail] = useState('');
  const [token, setToken] = useState<string | null>(null);
  const invite = useChange(
    () =>
      answerOf(
        api.POST('/api/developer/organisations/{id}/invitations', { params: { path: { id } }, body: { email } }),
      ),
    {
      onDone({ invitation }) {
        setEmail('');
        setToken(invitation.token);
      },
    },
  );
  const remove = useChange((accountId: string) =>
    answerOf(
      api.DELETE('/api/developer/organisations/{id}/members/{accountId}', { params: { path: { id, accountId } } }),
    ),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate();
  };
  return (
    <Card actions={<Badge tone={role === 'owner' ? 'accent' : 'neutral'}>{role}</Badge>} title={name}>
      <ul className="flex flex-col divide-y divide-line">
        {members.map((member) => (
          <li className="flex items-center gap-3 py-2.5 first:pt-0" key={member.accountId}>
            <div className="min-w-0 grow">
              <p className="truncate font-medium">{member.name}</p>
              <p className="truncate text-[13px] text-soft">
                {member.email}, {member.role}, since {momentText(member.joinedAt)}
              </p>
            </div>
            {member.role === 'member' && (role === 'owner' || member.accountId === own.id) && (
              <Button onClick={() => remove.mutate(member.accountId)} size="small" tone="danger">
                {member.accountId === own.id ? 'Leave' : 'Remove'}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {role === 'owner' && (
        <form className="mt-4 flex items-end gap-3" onSubmit={submit}>
          <TextField
            className="grow"
            label={`Invite somebody to ${name}`}
            maxLength={255}
            onChange={(event) => setEmail(event.target.value)}
            placeholder="E-mail"
            required
            type="email"
            value={email}
          />
          <Button isBusy={invite.isPending} type="submit">
            Invite
          </Button>
        </form>
      )}
      {token !== null && (
        <OnceShown label="Token" onClose={() => setToken(null)} text={token} title="Pass this token on to them" />
      )}
    </Card>
  );
}
