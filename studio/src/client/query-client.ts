import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { useSession } from '../session/session-store.ts';
import { notify } from '../ui/toast.tsx';
import { ApiError, isSignedOut, sentenceOf } from './api-error.ts';

/** Keeps what the service answered. A session that has ended is asked for again; failed changes say why in a toast. */
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

/** A session that was there has ended; a wrong password at the door is something else. */
function seeSession(error: unknown): void {
  if (isSignedOut(error) && queryClient.getQueryData(['session'])) useSession.getState().ended();
}
