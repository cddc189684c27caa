import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../client/answer-of.ts';
import { api } from '../client/api.ts';
import { Logo } from '../ui/logo.tsx';
import { Waiting } from '../ui/spinner.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';

/**
 * Sign-in page, with a link to the sign-up form. It fills in the demo account's address when `npm start` created one.
 */
export function SignInPage() {
  const [isNew, setIsNew] = useState(false);
  const { data: welcome, isPending } = useQuery({
    queryKey: ['welcome'],
    queryFn: () => answerOf(api.GET('/api/studio/welcome')),
  });
  if (isPending) return <Waiting what="Opening the Studio" />;
  const demoEmail = welcome?.demoEmail ?? '';
  return (
    <main className="grid min-h-screen place-items-center p-6">
      <title>Sign in - Framemill Studio</title>
      <div className="w-full max-w-sm">
        <div className="mb-6 flex items-center gap-3">
          <Logo size={36} />
          <div>
            <h1 className="text-xl font-semibold tracking-tight">Framemill Studio</h1>
            <p className="text-soft">{isNew ? 'Make an account.' : 'Edit, render, and run the service.'}</p>
          </div>
        </div>
        <div className="rounded-2xl border border-line bg-surface p-6 shadow-pop">
          {isNew ? <SignUpForm /> : <SignInForm defaultEmail={demoEmail} />}
          {!isNew && demoEmail !== '' && (
            <p className="mt-4 text-[13px] text-soft">
              This is the demo account. Its password is what <code className="font-mono">npm start</code> printed; it
              stands in <code className="font-mono">.data/demo.json</code> as well.
            </p>
          )}
        </div>
        <p className="mt-4 flex justify-between px-1 text-[13px] text-soft">
          <button className="text-accent hover:underline" onClick={() => setIsNew(!isNew)} type="button">
            {isNew ? 'I have an account' : 'Make an account'}
          </button>
          <a className="hover:text-text hover:underline" href="/docs">
            Documentation
          </a>
        </p>
      </div>
    </main>
  );
}
