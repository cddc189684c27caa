import type { Rect } from '../graph/box.ts';
import type { GpuImage, PlacedImage } from './device-memory.ts';
import type { Pass } from './pass-queue.ts';
import type { TargetFormat } from './texture-pool.ts';
import { blendWgsl } from './wgsl/blend.ts';
import { colourWgsl } from './wgsl/colour.ts';
import { coverRectWgsl } from './wgsl/coverage.ts';
import { bendWgsl, fieldsWgsl } from './wgsl/fields.ts';
import { lineBlurWgsl } from './wgsl/filter.ts';
import { sampleWgsl } from './wgsl/sample.ts';

/**
 * Builder of the shader of one compute pass, which computes every pixel of `area` independently. Successive operations
 * that work pixel by pixel become one shader.
 */
export interface PassBuilder {
  readonly area: Rect;
  /**
   * Adds an entry of four numbers to the parameter table of the pass and returns the WGSL expression (vec4f) that reads
   * it. Missing numbers are 0.
   */
  entry(...numbers: readonly number[]): string;
  /** Adds several consecutive entries and returns the index of the first. */
  entries(all: readonly (readonly number[])[]): number;
  /** Adds a rectangle as an entry of the parameter table and returns the WGSL expression that reads it. */
  rect(rect: Rect): string;
  /** Binds a texture to the pass and returns its name in the shader. */
  texture(image: GpuImage, dimension?: '2d' | '3d'): string;
  /** Stores the value of an expression in a variable of the shader and returns the variable's name. */
  keep(type: 'vec4f' | 'f32' | 'vec2f', expression: string): string;
  /** Returns the WGSL expression of a texture's pixel at the shader's position `p`; transparent for null. */
  fetch(placed: PlacedImage | null): string;
  /** Number of textures bound so far. */
  readonly textureCount: number;
  /** Builds the compute pass that writes `result`, a WGSL expression of type vec4f, to `target`. */
  build(result: string, target: GpuImage, format?: TargetFormat): Pass;
}

const library = [sampleWgsl, colourWgsl, blendWgsl, fieldsWgsl, bendWgsl, lineBlurWgsl, coverRectWgsl].join('\n');
/** Number of shader invocations along each side of a workgroup. */
const groupSide = 8;

/** Creates the builder of a pass over `area`, with an empty parameter table and no textures. */
export function createPassBuilder(area: Rect): PassBuilder {
  const table: number[] = [];
  const textures: { image: GpuImage; dimension: '2d' | '3d' }[] = [];
  const lines: string[] = [];
  const rects = new Map<string, string>();

  function entry(...numbers: readonly number[]): string {
    for (let at = 0; at < 4; at++) table.push(numbers[at] ?? 0);
    return `P[${table.length / 4 - 1}]`;
  }

  function rect({ x, y, width, height }: Rect): string {
    const key = [x, y, width, height].join(' ');
    const known = rects.get(key);
    if (known) return known;
    const made = entry(x, y, width, height);
    rects.set(key, made);
    return made;
  }

  function texture(image: GpuImage, dimension: '2d' | '3d' = '2d'): string {
    const known = textures.findIndex((one) => one.image === image);
    if (known >= 0) return `t${known}`;
    textures.push({ image, dimension });
    return `t${textures.length - 1}`;
  }

  function keep(type: string, expression: string): string {
    lines.push(`let v${lines.length}: ${type} = ${expression};`);
    return `v${lines.length - 1}`;
  }

  function code(result: string, format: TargetFormat): string {
    const bindings = textures.map(
      ({ dimension }, index) => `@group(0) @binding(${index + 2}) var t${index}: texture_${dimension}<f32>;`,
    );
    return `@group(0) @binding(0) var<storage, read> P: array<vec4f>;
@group(0) @binding(1) var written: texture_storage_2d<${format}, write>;
${bindings.join('\n')}
${library}
@compute @workgroup_size(${groupSide}, ${groupSide})
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (any(id.xy >= textureDimensions(written))) { return; }
  let at = vec2f(id.xy);
  let p = vec2i(P[0].xy) + vec2i(id.xy);
  ${lines.join('\n  ')}
  textureStore(written, id.xy, ${result});
}
`;
  }

  rect(area);
  return {
    area,
    entry,
    entries(all) {
      const first = table.length / 4;
      for (const numbers of all) entry(...numbers);
      return first;
    },
    rect,
    texture,
    keep,
    fetch: (placed) => (placed ? `fetch(${texture(placed.image)}, ${rect(placed.rect)}, p)` : 'vec4f(0.0)'),
    get textureCount() {
      return textures.length;
    },
    build(result, target, format = 'rgba16float') {
      return {
        code: code(result, format),
        table,
        target: target.view,
        textures: textures.map(({ image }) => image.view),
        groups: [Math.ceil(target.width / groupSide), Math.ceil(target.height / groupSide)],
      };
    },
  };
}
