import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../client/api.ts';
import { answerOf } from '../client/api-error.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { amountText } from '../ui/format.ts';
import type { FarmNode } from './operator-queries.ts';
import { OPERATORS } from './operator-queries.ts';

/**
 * Button that drains a node or lets it take work again. It asks first when no slot of the farm would take work
 * afterwards. `nodes` are all live nodes.
 */
export function DrainButton({ node, nodes }: { node: FarmNode; nodes: readonly FarmNode[] }) {
  const [isAsking, setIsAsking] = useState(false);
  const client = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: (order: 'drain' | 'serve') =>
      answerOf(
        api.POST('/api/studio/operators/nodes/{id}/order', { params: { path: { id: node.id } }, body: { order } }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: [OPERATORS] }),
  });
  // The mutation reports its errors itself.
  const order = (word: 'drain' | 'serve') => void mutateAsync(word).catch(() => undefined);
  const slotsOf = (some: readonly FarmNode[]) => some.reduce((sum, { slots }) => sum + slots, 0);
  const remaining = slotsOf(nodes.filter(({ id, draining }) => id !== node.id && !draining));
  if (node.draining) {
    return (
      <Button onClick={() => order('serve')} size="small">
        Resume
      </Button>
    );
  }
  return (
    <>
      <Button onClick={() => (remaining === 0 ? setIsAsking(true) : order('drain'))} size="small">
        Drain
      </Button>
      <Confirm
        action="Drain"
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => mutateAsync('drain')}
        title="Drain the last node?"
      >
        {remaining} of {amountText(slotsOf(nodes), 'slot')} will take work. Renders wait until a node is resumed or
        another one connects.
      </Confirm>
    </>
  );
}
