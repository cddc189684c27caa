import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../client/answer-of.ts';
import { api } from '../client/api.ts';
import { sentenceOf } from '../client/api-error.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { sessionQuery } from './session-query.ts';

/** Sign-in form with e-mail and password. `onDone` is called after a successful sign-in. */
export function SignInForm({ defaultEmail, onDone }: { defaultEmail: string; onDone?(): void }) {
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
        label="E-mail"
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
