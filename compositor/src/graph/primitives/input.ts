import { FramemillError } from '@framemill/timeline/rendering';
import type { NodeRules } from '../node-rules.ts';

/** Given image: `clip` (the layer itself), `from` and `to` (a transition), or the source of an image matte. */
export interface InputNode {
  readonly kind: 'input';
  readonly name: string;
}

/**
 * Returns the rules of an input, whose extent is that of the given image. Throws when there is no input of that name.
 */
export function inputRules({ name }: InputNode): NodeRules<never> {
  return {
    inputs: [],
    extent: (_, { inputs }) => givenInput(inputs, name),
    needs: () => [],
    opaque: (_, given) => given.has(name),
  };
}

/** Returns the input of a name. Throws `internal_error` with the names of all given inputs when there is none. */
export function givenInput<T>(inputs: ReadonlyMap<string, T>, name: string): T {
  const input = inputs.get(name);
  if (input) return input;
  const given = [...inputs.keys()].join(', ');
  throw new FramemillError('internal_error', `The input "${name}" of a graph is missing (available: ${given}).`);
}
