import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notify } from '../ui/toast.tsx';
import { CONSOLE } from './console-queries.ts';

/**
 * Returns a mutation that invalidates all console queries when it succeeds, then shows `done` in a toast, when given,
 * and calls `onDone`.
 */
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
