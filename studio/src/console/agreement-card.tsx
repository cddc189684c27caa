import { useSuspenseQuery } from '@tanstack/react-query';
import { answerOf } from '../client/answer-of.ts';
import { api } from '../client/api.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { momentText } from '../ui/format.ts';
import { Card } from '../ui/page.tsx';
import { agreementQuery } from './console-queries.ts';
import { useChange } from './use-change.ts';

/** Card for the developer agreement: it shows when the agreement was accepted, or a button to accept it. */
export function AgreementCard() {
  const { data } = useSuspenseQuery(agreementQuery);
  const accept = useChange(() => answerOf(api.POST('/api/developer/agreement', { body: { accept: true } })), {
    done: 'The agreement is accepted',
  });
  return (
    <Card
      actions={
        data.acceptedAt === null ? (
          <Button isBusy={accept.isPending} onClick={() => accept.mutate()} tone="primary">
            I agree
          </Button>
        ) : (
          <Badge tone="good">accepted {momentText(data.acceptedAt)}</Badge>
        )
      }
      className="mb-5"
      title="Developer agreement"
    >
      <p className="max-w-2xl text-soft">
        Apps act for the people who let them in: they do what they say, keep what they learn to themselves, guard their
        keys and tokens, and stop at once when they are told to. Live keys come after it is accepted and the app is
        approved.
      </p>
    </Card>
  );
}
