import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../client/answer-of.ts';
import { api } from '../client/api.ts';
import { sentenceOf } from '../client/api-error.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { sessionQuery } from './session-query.ts';

/** Sign-up form: creates an account on the smallest plan and signs in. */
export function SignUpForm() {
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
        label="E-mail"
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
        Make the account
      </Button>
    </form>
  );
}
