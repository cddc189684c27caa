import type { SessionPaths } from '@framemill/api/session-client';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { create } from 'zustand';
import { api } from '../client/api.ts';
import { answerOf, isSignedOut } from '../client/api-error.ts';

type Session = SessionPaths['/api/studio/session']['get']['responses'][200]['content']['application/json'];

/**
 * Query for the session of the signed-in user; null when nobody is signed in. When a session ends while pages are open,
 * the ended session stays in the cache. `useSession` then records the end, so that a sign-in dialog opens.
 */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: 60_000,
  async queryFn({ client, queryKey }): Promise<Session | null> {
    try {
      return await answerOf(api.GET('/api/studio/session'));
    } catch (error) {
      if (!isSignedOut(error)) throw error;
      // The user stays on the page, where a dialog asks for the password again.
      const known = client.getQueryData<Session>(queryKey);
      if (known) useSession.getState().ended();
      return known ?? null;
    }
  },
});

/**
 * Returns the signed-in account. Throws without one: use it only in pages that `SignInGate` shows to signed-in users.
 */
export function useAccount() {
  const { data } = useSuspenseQuery(sessionQuery);
  if (!data) throw new Error('You are signed out. Sign in again.');
  return data.account;
}

interface SessionState {
  /** Whether a request was refused because the session has ended. A sign-in dialog then opens over the current page. */
  hasEnded: boolean;
  ended(): void;
  begun(): void;
}

/** Store that records whether the session has ended while pages are open. */
export const useSession = create<SessionState>((set) => ({
  hasEnded: false,
  ended: () => set({ hasEnded: true }),
  begun: () => set({ hasEnded: false }),
}));
