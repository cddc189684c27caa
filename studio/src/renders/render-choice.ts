import type { SessionPaths } from '@framemill/api/session-client';
import {
  type Compression,
  compressions,
  type Format,
  formats,
  type Quality,
  qualities,
} from '@framemill/compositor/formats';
import { ASPECT_RATIOS, type AspectRatio } from '@framemill/timeline';
import { api } from '../client/api.ts';
import { answerOf } from '../client/api-error.ts';
import { queryClient } from '../client/query-client.ts';
import { formatLabel } from '../ui/labels.ts';
import { orderQuery, type RenderRecord } from './render-queries.ts';

/** Request body that starts a render. */
export type RenderBody = SessionPaths['/v1/renders']['post']['requestBody']['content']['application/json'];

type Output = NonNullable<RenderBody['outputs']>[number];

/**
 * Options of one output file: the frames that an image file shows, and the texts embedded in a video. An absent option
 * uses the service's default.
 */
export type FileOptions = Pick<Output, 'atSec' | 'columns' | 'rows' | 'intervalSec' | 'captions' | 'chapters'>;

/** Choices in the render form: format, quality and size of the video, and the additional files. */
export interface RenderChoice {
  format: Format;
  quality: Quality;
  compression: Compression;
  resolution: 'full' | 'half';
  further: readonly Output['format'][];
  /** Aspect ratio of the file of each format, by format. A format without an entry uses the project's aspect ratio. */
  aspects: { readonly [format: string]: AspectRatio };
  /** Aspect ratios of additional videos in the first format, one video for each. */
  alsoIn: readonly AspectRatio[];
  /** File options by format. */
  options: { readonly [format: string]: FileOptions };
}

/** Initial choices of the render form. */
export const FIRST_CHOICE: RenderChoice = {
  format: 'mp4',
  quality: 'standard',
  compression: 'balanced',
  resolution: 'full',
  further: [],
  aspects: {},
  alsoIn: [],
  options: {},
};

const COMPRESSION_NAMES: Record<Compression, string> = {
  fast: 'Larger file, faster',
  balanced: 'Balanced',
  small: 'Smaller file, slower',
};

const QUALITY_NAMES: Record<string, string> = { draft: 'Draft', standard: 'Standard', high: 'High' };

/** Output formats with their display names, in the service's order. */
export const FORMAT_CHOICES = formats.map((value) => ({ value, name: formatLabel(value) }));

/** Qualities with their display names, in ascending file size. */
export const QUALITY_CHOICES = qualities.map((value) => ({ value, name: QUALITY_NAMES[value] ?? value }));

/** Compressions with their display names, in descending file size. */
export const COMPRESSION_CHOICES = compressions.map((value) => ({ value, name: COMPRESSION_NAMES[value] }));

/** Formats of additional files that a render can produce. Text formats come last. */
export const FURTHER_CHOICES: readonly { value: Output['format']; name: string }[] = [
  ...FORMAT_CHOICES,
  ...(['srt', 'vtt', 'chapters'] as const).map((value) => ({ value, name: formatLabel(value) })),
];

/**
 * Returns the request fields for a choice. They include `outputs` when there are several files or embedded texts,
 * because only `outputs` accepts texts.
 */
export function filesOf(choice: RenderChoice) {
  const { format: first, further, quality, compression, resolution, aspects, alsoIn, options } = choice;
  const outputOf = (format: Output['format'], aspect = aspects[format]) => ({
    ...{ format, quality, resolution, ...options[format] },
    ...(compression === 'balanced' ? {} : { compression }),
    ...(aspect === undefined ? {} : { aspect }),
  });
  const { captions, chapters, ...own } = outputOf(first);
  const hasTexts = captions !== undefined || chapters !== undefined;
  if (further.length + alsoIn.length === 0 && !hasTexts) return { ...own, format: first };
  const films = alsoIn.map((aspect) => outputOf(first, aspect));
  return { outputs: [outputOf(first), ...films, ...further.map((format) => outputOf(format))] };
}

/** Returns the choices that a render was started with, as far as its record contains them. */
export function choiceOf(render: {
  format: string;
  quality: string;
  resolution: string;
  aspect?: string | null;
  outputs?: readonly { format: string; aspect?: string | null }[] | null;
}): RenderChoice {
  const [, ...rest] = render.outputs ?? [];
  const films = rest.filter(({ format }) => format === render.format);
  const others = rest.filter(({ format }) => format !== render.format);
  const aspects = [render, ...others].flatMap(({ format, aspect }) => {
    const known = aspectNamed(aspect);
    return known === undefined ? [] : [[format, known] as const];
  });
  return {
    format: formats.find((one) => one === render.format) ?? FIRST_CHOICE.format,
    quality: qualities.find((one) => one === render.quality) ?? FIRST_CHOICE.quality,
    // The record has no compression.
    compression: FIRST_CHOICE.compression,
    resolution: render.resolution === 'half' ? 'half' : 'full',
    options: {},
    aspects: Object.fromEntries(aspects),
    alsoIn: films.flatMap(({ aspect }) => aspectNamed(aspect) ?? []),
    further: others.flatMap(({ format }) => FURTHER_CHOICES.find(({ value }) => value === format)?.value ?? []),
  };
}

function aspectNamed(name: string | null | undefined): AspectRatio | undefined {
  return ASPECT_RATIOS.find((aspect) => aspect === name);
}

/** Starts a render and returns its record. Throws `ApiError` when the service refuses it. */
export async function startRender(body: RenderBody) {
  const answer = await answerOf(api.POST('/v1/renders', { body }));
  // The type allows for dry runs, which get a quote instead.
  if (!('render' in answer)) throw new TypeError('The service returned a quote instead of a render.');
  return answer.render;
}

/** Returns a quote for a render without starting it. Throws `ApiError` when the service would refuse the render. */
export async function quoteRender(body: RenderBody) {
  const answer = await answerOf(api.POST('/v1/renders', { body: { ...body, dryRun: true } }));
  if (!('quote' in answer)) throw new TypeError('The service returned a render instead of a quote.');
  return answer.quote;
}

/**
 * Renders the current state of a project with the request of an earlier render. When the service no longer has that
 * request, the options in the record of the earlier render are used. Throws `ApiError` when the service refuses the new
 * render.
 */
export async function startAgain(render: RenderRecord) {
  const order = await queryClient.fetchQuery(orderQuery(render.id));
  return startRender(order ?? { projectId: render.projectId, ...filesOf(choiceOf(render)) });
}
