import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sentenceOf } from '../client/api-error.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Waiting } from '../ui/spinner.tsx';
import { sessionQuery } from './session-query.ts';
import { useSession } from './session-store.ts';
import { SignInForm } from './sign-in-form.tsx';
import { SignInPage } from './sign-in-page.tsx';

/**
 * Shows the application to a signed-in user, and the sign-in page otherwise. When a session ends while pages are open,
 * a sign-in dialog opens over them, so that no unsaved input is lost.
 */
export function SignInGate({ children }: { children: ReactNode }) {
  const { data: session, error, isPending, refetch } = useQuery(sessionQuery);
  const { hasEnded, begun } = useSession();
  const client = useQueryClient();

  if (isPending) return <Waiting what="Opening the Studio" />;
  if (session === undefined) {
    return (
      <main className="grid min-h-screen place-items-center p-6 text-center">
        <div className="flex flex-col items-center gap-3">
          <h1 className="text-lg font-semibold">The service does not answer</h1>
          <p className="max-w-md text-soft">{sentenceOf(error)}</p>
          <Button icon="refresh" onClick={() => refetch()}>
            Try again
          </Button>
        </div>
      </main>
    );
  }
  if (session === null && !hasEnded) return <SignInPage />;
  const again = () => {
    begun();
    void client.invalidateQueries();
  };
  return (
    <>
      {children}
      <Dialog
        isOpen={hasEnded}
        lead="Your session has ended. What you have open stays as it is."
        onClose={() => undefined}
        title="Sign in again"
      >
        <SignInForm defaultEmail={session?.account.email ?? ''} onDone={again} />
      </Dialog>
    </>
  );
}
