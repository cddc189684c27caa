import { FramemillError } from '@framemill/timeline/rendering';
import type { NodeRules } from '../node-rules.ts';

/** A picture that is given: `clip` (the layer itself), `from` and `to` (a transition), or the source of an image matte. */
export interface InputNode {
  readonly kind: 'input';
  readonly name: string;
}

/** Lies where it was given. Throws for a name without an input. */
export function inputRules({ name }: InputNode): NodeRules<never> {
  return {
    inputs: [],
    extent: (_, { inputs }) => givenInput(inputs, name),
    needs: () => [],
    opaque: (_, given) => given.has(name),
  };
}

/** The input of a name. Throws `internal_error`, listing what was given, when there is none. */
export function givenInput<T>(inputs: ReadonlyMap<string, T>, name: string): T {
  const input = inputs.get(name);
  if (input) return input;
  const given = [...inputs.keys()].join(', ');
  throw new FramemillError('internal_error', `A graph needs the input "${name}" (given: ${given}).`);
}
