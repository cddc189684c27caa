import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { api } from '../client/api.ts';
import { type ApiError, answerOf, isSuspended, sentenceOf } from '../client/api-error.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Logo } from '../ui/icon.tsx';
import { Waiting } from '../ui/indicators.tsx';
import { sessionQuery, useSession } from './session.ts';

/**
 * Shows the application to a signed-in user, and the sign-in page otherwise. When a session ends while pages are open,
 * a sign-in dialog opens over them, so that no unsaved input is lost.
 */
export function SignInGate({ children }: { children: ReactNode }) {
  const { data: session, error, isPending, refetch } = useQuery(sessionQuery);
  const { hasEnded, begun } = useSession();
  const client = useQueryClient();

  if (isPending) return <Waiting what="Loading Studio" />;
  if (isSuspended(error)) return <SuspendedPage error={error} />;
  if (session === undefined) {
    return (
      <main className="grid min-h-screen place-items-center p-6 text-center">
        <div className="flex flex-col items-center gap-3">
          <h1 className="text-lg font-semibold">Cannot reach the service</h1>
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
        lead="Your session has ended. Unsaved changes are kept."
        onClose={() => undefined}
        title="Sign in again"
      >
        <SignInForm defaultEmail={session?.account.email ?? ''} onDone={again} />
      </Dialog>
    </>
  );
}

/** Page for a signed-in user whose account is suspended, with the reason and the way to object. */
function SuspendedPage({ error }: { error: ApiError }) {
  const client = useQueryClient();
  const signOut = useMutation({
    mutationFn: () => answerOf(api.POST('/api/auth/sign-out')),
    onSuccess: () => client.setQueryData(sessionQuery.queryKey, null),
  });
  const { restriction } = error.details;
  const reason =
    typeof restriction === 'object' && restriction !== null && 'reason' in restriction ? restriction.reason : null;
  return (
    <main className="grid min-h-screen place-items-center p-6 text-center">
      <title>Account suspended - Framemill Studio</title>
      <div className="flex flex-col items-center gap-3">
        <h1 className="text-lg font-semibold">Account suspended</h1>
        {typeof reason === 'string' && reason !== '' && <p className="max-w-md wrap-anywhere">{reason}</p>}
        <p className="max-w-md wrap-anywhere text-soft">{sentenceOf(error)}</p>
        <Button icon="signOut" isBusy={signOut.isPending} onClick={() => signOut.mutate()}>
          Sign out
        </Button>
      </div>
    </main>
  );
}

/**
 * Sign-in page, with a link to the sign-up form. It fills in the demo account's address when `npm start` created one.
 */
function SignInPage() {
  const [isNew, setIsNew] = useState(false);
  const { data: welcome, isPending } = useQuery({
    queryKey: ['welcome'],
    queryFn: () => answerOf(api.GET('/api/studio/welcome')),
  });
  if (isPending) return <Waiting what="Loading Studio" />;
  const demoEmail = welcome?.demoEmail ?? '';
  return (
    <main className="grid min-h-screen place-items-center p-6">
      <title>Sign in - Framemill Studio</title>
      <div className="w-full max-w-sm">
        <div className="mb-6 flex items-center gap-3">
          <Logo size={36} />
          <div>
            <h1 className="text-xl font-semibold tracking-tight">Framemill Studio</h1>
            <p className="text-soft">{isNew ? 'Create an account.' : 'Edit, render and manage your videos.'}</p>
          </div>
        </div>
        <div className="rounded-2xl border border-line bg-surface p-6 shadow-pop">
          {isNew ? <SignUpForm /> : <SignInForm defaultEmail={demoEmail} />}
          {!isNew && demoEmail !== '' && (
            <p className="mt-4 text-[13px] text-soft">
              This is the demo account. <code className="font-mono">npm start</code> prints its password; it is also in{' '}
              <code className="font-mono">.data/demo.json</code>.
            </p>
          )}
        </div>
        <p className="mt-4 flex justify-between px-1 text-[13px] text-soft">
          <button className="text-accent hover:underline" onClick={() => setIsNew(!isNew)} type="button">
            {isNew ? 'I have an account' : 'Create an account'}
          </button>
          <a className="hover:text-text hover:underline" href="/docs">
            Documentation
          </a>
        </p>
      </div>
    </main>
  );
}

/** Sign-in form with e-mail and password. `onDone` is called after a successful sign-in. */
function SignInForm({ defaultEmail, onDone }: { defaultEmail: string; onDone?(): void }) {
  const client = useQueryClient();
  const [email, setEmail] = useState(defaultEmail);
  const [password, setPassword] = useState('');
  const signIn = useMutation({
    meta: { quiet: true },
    mutationFn: () => answerOf(api.POST('/api/auth/sign-in', { body: { email, password } })),
    async onSuccess() {
      await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
      onDone?.();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn.mutate();
  };
  return (
    <form className="flex flex-col gap-4" onSubmit={submit}>
      <TextField
        autoComplete="username"
        label="Email"
        maxLength={255}
        name="email"
        onChange={(event) => setEmail(event.target.value)}
        required
        type="email"
        value={email}
      />
      <TextField
        autoComplete="current-password"
        autoFocus={defaultEmail !== ''}
        label="Password"
        maxLength={200}
        name="password"
        onChange={(event) => setPassword(event.target.value)}
        problem={signIn.error ? sentenceOf(signIn.error) : undefined}
        required
        type="password"
        value={password}
      />
      <Button className="w-full" isBusy={signIn.isPending} tone="primary" type="submit">
        Sign in
      </Button>
    </form>
  );
}

/** Sign-up form: creates an account on the smallest plan and signs in. */
function SignUpForm() {
  const client = useQueryClient();
  const [fields, setFields] = useState({ name: '', email: '', password: '' });
  const { name, email, password } = fields;
  const signUp = useMutation({
    meta: { quiet: true },
    async mutationFn() {
      await answerOf(api.POST('/api/auth/sign-up', { body: { email, password, ...(name ? { name } : {}) } }));
      await answerOf(api.POST('/api/auth/sign-in', { body: { email, password } }));
    },
    onSuccess: () => client.fetchQuery({ ...sessionQuery, staleTime: 0 }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signUp.mutate();
  };
  return (
    <form className="flex flex-col gap-4" onSubmit={submit}>
      <TextField
        autoComplete="name"
        label="Name"
        maxLength={200}
        onChange={(event) => setFields({ ...fields, name: event.target.value })}
        value={name}
      />
      <TextField
        autoComplete="username"
        label="Email"
        maxLength={255}
        onChange={(event) => setFields({ ...fields, email: event.target.value })}
        required
        type="email"
        value={email}
      />
      <TextField
        autoComplete="new-password"
        help="At least 8 characters."
        label="Password"
        maxLength={200}
        minLength={8}
        onChange={(event) => setFields({ ...fields, password: event.target.value })}
        problem={signUp.error ? sentenceOf(signUp.error) : undefined}
        required
        type="password"
        value={password}
      />
      <Button className="w-full" isBusy={signUp.isPending} tone="primary" type="submit">
        Create account
      </Button>
    </form>
  );
}
