import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notify } from '../ui/toast.tsx';
import { CONSOLE } from './console-queries.ts';

/** A change that the console makes: afterwards its pages are read anew, and `done` is said when it is given. */
export function useChange<Variables = void, Answer = unknown>(
  change: (variables: Variables) => Promise<Answer>,
  { done, onDone }: { done?: string; onDone?(answer: Answer): void } = {},
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    async onSuccess(answer) {
      await client.invalidateQueries({ queryKey: [CONSOLE] });
      if (done) notify.good(done);
      onDone?.(answer);
    },
  });
}
