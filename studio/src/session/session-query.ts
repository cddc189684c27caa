import type { SessionPaths } from '@framemill/api/session-client';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { answerOf } from '../client/answer-of.ts';
import { api } from '../client/api.ts';
import { isSignedOut } from '../client/api-error.ts';
import { useSession } from './session-store.ts';

type Session = SessionPaths['/api/studio/session']['get']['responses'][200]['content']['application/json'];

/** Who is signed in; null: nobody. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: 60_000,
  async queryFn({ client, queryKey }): Promise<Session | null> {
    try {
      return await answerOf(api.GET('/api/studio/session'));
    } catch (error) {
      if (!isSignedOut(error)) throw error;
      // Whoever was signed in stays on the page, which asks for the password again.
      const known = client.getQueryData<Session>(queryKey);
      if (known) useSession.getState().ended();
      return known ?? null;
    }
  },
});

/** The account that is signed in. For pages behind the sign-in only: throws when there is none. */
export function useAccount() {
  const { data } = useSuspenseQuery(sessionQuery);
  if (!data) throw new Error('Nobody is signed in.');
  return data.account;
}
