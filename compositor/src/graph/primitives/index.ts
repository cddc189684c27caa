import type { NodeRules } from '../node-rules.ts';
import { type BlurNode, blurRules } from './blur.ts';
import { type KeyNode, keyRules, type LutNode, lutRules } from './colour.ts';
import { type CompositeNode, compositeRules, type MatteNode, matteRules, type SumNode, sumRules } from './composite.ts';
import {
  type InputNode,
  inputRules,
  type NoiseNode,
  noiseRules,
  type PatternNode,
  patternRules,
  type SolidNode,
  solidRules,
} from './generators.ts';
import { type RemapNode, remapRules } from './remap.ts';
import { type TransformNode, transformRules } from './transform.ts';

/**
 * Effect graph. Its nodes are primitives, from which effects, transitions, masks and grades are built. A graph is plain
 * data; a backend draws it. Colours are gamma-encoded sRGB, pixels are premultiplied RGBA. Lengths are in pixels of the
 * processed image, whose origin is the top left corner of its box. A backend adds padding around the box where a
 * primitive draws beyond it. Each primitive has one line here.
 */
export type GraphNode =
  | InputNode
  | SolidNode
  | TransformNode<GraphNode>
  | RemapNode<GraphNode>
  | LutNode<GraphNode>
  | BlurNode<GraphNode>
  | SumNode<GraphNode>
  | KeyNode<GraphNode>
  | MatteNode<GraphNode>
  | PatternNode<GraphNode>
  | NoiseNode
  | CompositeNode<GraphNode>;

/**
 * Returns the planning rules of a node, with which its extent and dependencies are computed before any pixel is drawn.
 */
export function rulesOf(node: GraphNode): NodeRules<GraphNode> {
  switch (node.kind) {
    case 'input':
      return inputRules(node);
    case 'solid':
      return solidRules(node);
    case 'transform':
      return transformRules(node);
    case 'remap':
      return remapRules(node);
    case 'lut':
      return lutRules(node);
    case 'blur':
      return blurRules(node);
    case 'sum':
      return sumRules(node);
    case 'key':
      return keyRules(node);
    case 'matte':
      return matteRules(node);
    case 'pattern':
      return patternRules(node);
    case 'noise':
      return noiseRules(node);
    case 'composite':
      return compositeRules(node);
  }
}
