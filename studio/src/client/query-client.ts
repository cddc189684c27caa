import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { useSession } from '../session/session.ts';
import { notify } from '../ui/toast.tsx';
import { ApiError, isSignedOut, sentenceOf } from './api-error.ts';

/**
 * Query cache of the Studio. A 401 marks the session as ended; a failed mutation shows its reason in a toast unless its
 * `meta.quiet` is true.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: seeSession }),
  mutationCache: new MutationCache({
    onError(error, _variables, _result, mutation) {
      seeSession(error);
      if (!isSignedOut(error) && mutation.meta?.quiet !== true) notify.bad(sentenceOf(error));
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: true,
      retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status < 500),
    },
  },
});

/**
 * Marks the session as ended after a 401. Does nothing when no user was signed in, because a wrong password at sign-in
 * is also a 401.
 */
function seeSession(error: unknown): void {
  if (isSignedOut(error) && queryClient.getQueryData(['session'])) useSession.getState().ended();
}

/**
 * Polling interval for work in progress, in ms. It supplements the event stream, whose events are lost while the
 * connection is down.
 */
export const BESIDE_EVENTS_MS = 10_000;
