import { isEmpty, type Rect, union } from '../graph/box.ts';
import type { GraphNode } from '../graph/graph-node.ts';
import { boxRect, type GraphScope } from '../graph/node-rules.ts';
import type { Size } from '../graph/placement.ts';
import { planGraph, type Step, spreadArea } from '../graph/plan.ts';
import type { PlacedImage } from './device-memory.ts';
import type { GpuDevice } from './gpu-device.ts';
import { createPassBuilder, type PassBuilder } from './pass-builder.ts';
import type { Emitter, OutlineRaster } from './primitives/emitter.ts';
import { emit } from './primitives/index.ts';

/** Renderer of effect graphs on the GPU. */
export interface TreeDrawing {
  /**
   * Draws the rectangle of an effect graph that `areaOf` selects. `areaOf` receives the whole extent (the box and
   * everything drawn outside it), which is the default. `inputs` contains the graph's input images by name, placed in
   * the box. Throws when an input of the graph is missing. The caller must return the result to the texture pool.
   */
  draw(
    frame: GraphNode,
    inputs: ReadonlyMap<string, PlacedImage>,
    box: Size,
    areaOf?: (whole: Rect) => Rect,
  ): PlacedImage;
}

// Number of textures in a pass above which parts of it are drawn in advance, to limit the size of its shader.
const longestPass = 12;

/** Creates the renderer of effect graphs on one device. `rasterOutline` rasterizes the outlines of mattes. */
export function createTreeDrawing(gpu: GpuDevice, rasterOutline: OutlineRaster): TreeDrawing {
  return {
    draw(frame, inputs, box, areaOf = (whole) => whole) {
      const places = new Map([...inputs].map(([name, { rect }]) => [name, rect]));
      const scope: GraphScope = { box, inputs: places };
      const { steps, root } = planGraph(frame, scope);
      const wanted = areaOf(isEmpty(root.extent) ? boxRect(scope) : union(boxRect(scope), root.extent));
      root.uses = 1;
      spreadArea(steps, root, wanted, scope);
      const most = Math.min(longestPass, gpu.mostTextures);
      return drawRoot({ gpu, rasterOutline, scope, inputs, drawn: new Map(), most }, root, wanted);
    },
  };
}

interface Run {
  readonly gpu: GpuDevice;
  readonly rasterOutline: OutlineRaster;
  readonly scope: GraphScope;
  readonly inputs: ReadonlyMap<string, PlacedImage>;
  /** Steps that were drawn as textures. They are returned to the pool when the graph has been drawn. */
  readonly drawn: Map<Step, PlacedImage>;
  readonly most: number;
}

function drawRoot(run: Run, root: Step, wanted: Rect): PlacedImage {
  const result = drawPass(run, wanted, (builder, owned) => pixelOf(run, root, builder, new Map(), owned));
  for (const { image } of run.drawn.values()) run.gpu.pool.giveBack(image);
  return result;
}

function drawPass(run: Run, area: Rect, write: (builder: PassBuilder, owned: PlacedImage[]) => string): PlacedImage {
  const { pool, queue } = run.gpu;
  const builder = createPassBuilder(area);
  const owned: PlacedImage[] = [];
  const result = write(builder, owned);
  const image = pool.take(area.width, area.height);
  queue.add(builder.build(result, image));
  for (const one of owned) pool.giveBack(one.image);
  return { image, rect: area };
}

type Known = Map<Step, string>;

/** Returns the name of the shader variable that contains a step's pixel in a pass. */
function pixelOf(run: Run, step: Step, builder: PassBuilder, known: Known, owned: PlacedImage[]): string {
  const name = known.get(step);
  if (name) return name;
  const made = builder.keep('vec4f', expressionOf(run, step, builder, known, owned));
  known.set(step, made);
  return made;
}

function expressionOf(run: Run, step: Step, builder: PassBuilder, known: Known, owned: PlacedImage[]): string {
  if (isEmpty(step.area)) return 'vec4f(0.0)';
  // A step that several passes read is drawn once.
  const isShared = step.uses > 1 && !isCheap(step.node);
  if (isShared || run.drawn.has(step) || step.node.kind === 'input') return builder.fetch(imageOf(run, step));
  return emit(step.node, emitterFor(run, step, builder, known, owned));
}

function imageOf(run: Run, step: Step): PlacedImage | null {
  if (isEmpty(step.area)) return null;
  if (step.node.kind === 'input') return run.inputs.get(step.node.name) ?? null;
  const there = run.drawn.get(step);
  if (there) return there;
  const made = drawPass(run, step.area, (builder, owned) =>
    emit(step.node, emitterFor(run, step, builder, new Map(), owned)),
  );
  run.drawn.set(step, made);
  return made;
}

function emitterFor(run: Run, step: Step, builder: PassBuilder, known: Known, owned: PlacedImage[]): Emitter {
  const { gpu, rasterOutline, scope } = run;
  const inputAt = (index: number): Step => {
    const input = step.inputs[index];
    if (!input) throw new Error(`A graph primitive of the kind ${step.node.kind} has no input ${index}.`);
    return input;
  };
  const own = (placed: PlacedImage): PlacedImage => {
    owned.push(placed);
    return placed;
  };
  return {
    step,
    builder,
    box: scope.box,
    scope,
    gpu,
    rasterOutline,
    own,
    value(index) {
      const input = inputAt(index);
      const isFull = builder.textureCount >= run.most - 2 && !isCheap(input.node);
      if (isFull) imageOf(run, input);
      return pixelOf(run, input, builder, known, owned);
    },
    image: (index) => imageOf(run, inputAt(index)),
    drawn: (area, write) => own(drawPass(run, area, (inner) => write(inner))),
    needs: (index) => step.rules.needs(builder.area, scope)[index] ?? step.area,
  };
}

// Whether a node is too cheap to be drawn into a texture of its own.
function isCheap({ kind }: GraphNode): boolean {
  return kind === 'input' || kind === 'solid';
}
