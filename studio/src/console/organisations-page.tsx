import { useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../client/answer-of.ts';
import { api } from '../client/api.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Card, Empty, Page } from '../ui/page.tsx';
import { organisationsQuery } from './console-queries.ts';
import { OrganisationCard } from './organisation-card.tsx';
import { useChange } from './use-change.ts';

/** Page of the organisations that the account is a member of. */
export function OrganisationsPage() {
  const { data: organisations } = useSuspenseQuery(organisationsQuery);
  return (
    <Page
      lead="Members have the rate limit of the owner's plan when it is higher than their own."
      title="Organisations"
    >
      <div className="flex flex-col gap-5">
        {organisations.length === 0 ? (
          <Empty icon="organisation" title="You are in no organisation">
            Make one and invite others, or join one with the token of an invitation.
          </Empty>
        ) : (
          organisations.map((organisation) => <OrganisationCard key={organisation.id} organisation={organisation} />)
        )}
        <div className="grid gap-5 lg:grid-cols-2">
          <OneField
            action="Make it"
            done="It is founded"
            label="Name"
            lead="Needs a plan with organisations."
            maxLength={100}
            send={(name) => answerOf(api.POST('/api/developer/organisations', { body: { name } }))}
            title="Make one"
          />
          <OneField
            action="Join"
            done="You are a member"
            label="Token of the invitation"
            lead="It was made for the address that you sign in with."
            maxLength={100}
            send={(token) => answerOf(api.POST('/api/developer/invitations/accept', { body: { token } }))}
            title="Join one"
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
