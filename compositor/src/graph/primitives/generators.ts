import { FramemillError } from '@framemill/timeline/rendering';
import { grow } from '../box.ts';
import { boxRect, type NodeRules } from '../node-rules.ts';
import { sampledRect } from '../sampled-rect.ts';
import type { Colour } from '../values.ts';

/**
 * Graph node for an image that is passed in from outside: `clip` (the layer itself), `from` and `to` (of a transition),
 * `below` (of an adjustment layer), or the source of an image matte.
 */
export interface InputNode {
  readonly kind: 'input';
  readonly name: string;
}

/**
 * Returns the planning rules (extent and dependencies) of an input node. Its extent is the extent of the input image
 * that has the node's name. Throws when there is no such image.
 */
export function inputRules({ name }: InputNode): NodeRules<never> {
  return {
    inputs: [],
    extent: (_, { inputs }) => givenInput(inputs, name),
    needs: () => [],
    opaque: (_, given) => given.has(name),
  };
}

/** Returns the input with the given name. Throws `internal_error` with the names of all inputs when there is none. */
export function givenInput<T>(inputs: ReadonlyMap<string, T>, name: string): T {
  const input = inputs.get(name);
  if (input) return input;
  const given = [...inputs.keys()].join(', ');
  throw new FramemillError(
    'internal_error',
    `The input "${name}" of a graph is missing (available: ${given}). Pass it together with the graph.`,
  );
}

/** Graph node that fills the whole box and its padding with one colour. */
export interface SolidNode {
  readonly kind: 'solid';
  readonly colour: Colour;
  /** Padding around the box on all sides, in pixels, for drawings that extend beyond it. Default 0. */
  readonly room?: number;
}

/**
 * Returns the planning rules (extent and dependencies) of a solid colour node. It covers the graph's box and its
 * padding `room`.
 */
export function solidRules({ colour, room = 0 }: SolidNode): NodeRules<never> {
  return {
    inputs: [],
    extent: (_, scope) => grow(boxRect(scope), room, room),
    needs: () => [],
    opaque: () => colour.a >= 1,
  };
}

/**
 * Graph node for opaque noise around mid grey, with values of 0.5 +- `amount` / 2 in square cells of `size` pixels.
 * `roughness` is from 0 (smooth transitions between cells) to 1 (independent cells). Equal seeds (32-bit integers) give
 * equal noise on every backend; the source of the WebAssembly kernel `noiseRgba` documents the formula.
 */
export interface NoiseNode {
  readonly kind: 'noise';
  /** Padding around the box on all sides, in pixels. Default: 0. */
  readonly room?: number;
  readonly seed: number;
  readonly size: number;
  readonly amount: number;
  readonly roughness: number;
  readonly monochrome: boolean;
}

/** Returns the planning rules (extent and dependencies) of a noise node, which covers the box and its padding. */
export function noiseRules({ room = 0 }: NoiseNode): NodeRules<never> {
  return {
    inputs: [],
    extent: (_, scope) => grow(boxRect(scope), room, room),
    needs: () => [],
    opaque: () => true,
  };
}

/** Graph node that fills the box with one colour, whose alpha follows a formula. */
export interface PatternNode<Node> {
  readonly kind: 'pattern';
  readonly colour: Colour;
  /** Padding around the box on all sides, in pixels. Default: 0. */
  readonly room?: number;
  readonly pattern: /** Stripes every `spacing` pixels, `share` (0-1) of it wide. `angle` is in degrees clockwise; 0: horizontal. */
    | { readonly type: 'lines'; readonly spacing: number; readonly share: number; readonly angle: number }
    /** Round dots on a rotated grid of `size` pixels. A dot is larger the darker `of` is at its centre. */
    | { readonly type: 'dots'; readonly of: Node; readonly size: number; readonly angle: number }
    /**
     * Falloff: alpha is 0 up to the radius `inner` and 1 from the radius `outer` on, with a smoothstep in between.
     * Radii are in pixels.
     */
    | {
        readonly type: 'radial';
        readonly centerX: number;
        readonly centerY: number;
        readonly radiusX: number;
        readonly radiusY: number;
        readonly inner: number;
        readonly outer: number;
      };
}

/**
 * Returns the planning rules (extent and dependencies) of a pattern node, which covers the box and its padding. Dots
 * also depend on the image at their centres.
 */
export function patternRules<Node>({ pattern, room = 0 }: PatternNode<Node>): NodeRules<Node> {
  return {
    inputs: pattern.type === 'dots' ? [pattern.of] : [],
    extent: (_, scope) => grow(boxRect(scope), room, room),
    needs(area, scope) {
      if (pattern.type !== 'dots') return [];
      const seen = grow(area, dotHalo(pattern.size), dotHalo(pattern.size));
      return [room > 0 ? seen : sampledRect('clamp', seen, scope)];
    },
    opaque: () => false,
  };
}

function dotHalo(size: number): number {
  return Math.ceil(2 * Math.max(1, size)) + 1;
}
