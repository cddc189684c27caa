import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { answerOf } from '../client/answer-of.ts';
import { api } from '../client/api.ts';
import { isSignedOut } from '../client/api-error.ts';

/** Who is signed in; null: nobody. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: 60_000,
  async queryFn() {
    try {
      return await answerOf(api.GET('/api/studio/session'));
    } catch (error) {
      if (isSignedOut(error)) return null;
      throw error;
    }
  },
});

/** The account that is signed in. For pages behind the sign-in only: throws when there is none. */
export function useAccount() {
  const { data } = useSuspenseQuery(sessionQuery);
  if (!data) throw new Error('Nobody is signed in.');
  return data.account;
}
