import { useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../client/api.ts';
import { answerOf } from '../client/api-error.ts';
import { useAccount } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { momentText } from '../ui/format.ts';
import { Badge } from '../ui/indicators.tsx';
import { wordsOf } from '../ui/labels.ts';
import { Card, Empty, Page } from '../ui/page.tsx';
import { membersQuery, type OrganisationRecord, organisationsQuery, useChange } from './console-queries.ts';
import { OnceShown } from './once-shown.tsx';

/** Page of the organisations that the account is a member of. */
export function OrganisationsPage() {
  const { data: organisations } = useSuspenseQuery(organisationsQuery);
  return (
    <Page lead="Members get the rate limit of the owner's plan if it is higher than their own." title="Organisations">
      <div className="flex flex-col gap-5">
        {organisations.length === 0 ? (
          <Empty icon="organisation" title="No organisations yet">
            Create one and invite others, or join one with an invitation token.
          </Empty>
        ) : (
          organisations.map((organisation) => <OrganisationCard key={organisation.id} organisation={organisation} />)
        )}
        <div className="grid gap-5 lg:grid-cols-2">
          <OneField
            action="Create"
            done="Organisation created"
            label="Name"
            lead="Requires a plan with organisations."
            maxLength={100}
            send={(name) => answerOf(api.POST('/api/developer/organisations', { body: { name } }))}
            title="Create an organisation"
          />
          <OneField
            action="Join"
            done="You joined the organisation"
            label="Invitation token"
            lead="The invitation must be for the email of your account."
            maxLength={100}
            send={(token) => answerOf(api.POST('/api/developer/invitations/accept', { body: { token } }))}
            title="Join an organisation"
          />
        </div>
      </div>
    </Page>
  );
}

interface OneFieldProps {
  title: string;
  lead: string;
  label: string;
  action: string;
  done: string;
  maxLength: number;
  send(value: string): Promise<unknown>;
}

function OneField({ title, lead, label, action, done, maxLength, send }: OneFieldProps) {
  const [value, setValue] = useState('');
  const change = useChange(() => send(value.trim()), { done, onDone: () => setValue('') });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <Card lead={lead} title={title}>
      <form className="flex items-end gap-3" onSubmit={submit}>
        <TextField
          autoComplete="off"
          className="grow"
          label={label}
          maxLength={maxLength}
          onChange={(event) => setValue(event.target.value)}
          required
          value={value}
        />
        <Button isBusy={change.isPending} type="submit">
          {action}
        </Button>
      </form>
    </Card>
  );
}

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
    <Card actions={<Badge tone={role === 'owner' ? 'accent' : 'neutral'}>{wordsOf(role)}</Badge>} title={name}>
      <ul className="flex flex-col divide-y divide-line">
        {members.map((member) => (
          <li className="flex items-center gap-3 py-2.5 first:pt-0" key={member.accountId}>
            <div className="min-w-0 grow">
              <p className="truncate font-medium">{member.name}</p>
              <p className="truncate text-[13px] text-soft">
                {member.email}, {member.role}, joined {momentText(member.joinedAt)}
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
            label={`Invite to ${name}`}
            maxLength={255}
            onChange={(event) => setEmail(event.target.value)}
            placeholder="Email"
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
        <OnceShown
          label="Invitation token"
          onClose={() => setToken(null)}
          text={token}
          title="Send this token to the person you invited"
        />
      )}
    </Card>
  );
}
