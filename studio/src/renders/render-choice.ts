import type { SessionPaths } from '@framemill/api/session-client';
import { type Format, formatFacts, formats, type Quality, qualities } from '@framemill/compositor/formats';
import { ASPECT_RATIOS, type AspectRatio } from '@framemill/timeline';

/** What a render is started with. */
export type RenderBody = SessionPaths['/v1/renders']['post']['requestBody']['content']['application/json'];

type Output = NonNullable<RenderBody['outputs']>[number];

/** Which frames a file of single pictures shows, and which texts go into a film; what is absent has the service's default. */
export type FileOptions = Pick<Output, 'atSec' | 'columns' | 'rows' | 'intervalSec' | 'captions' | 'chapters'>;

/** How a film is rendered, and which further files are made of it. */
export interface RenderChoice {
  format: Format;
  quality: Quality;
  resolution: 'full' | 'half';
  further: readonly Output['format'][];
  /** Aspect ratios that files are laid out again for, by their formats; what is absent is as the project is. */
  aspects: { readonly [format: string]: AspectRatio };
  /** Further films of the first format, one for each of these. */
  alsoIn: readonly AspectRatio[];
  /** By the formats of the files. */
  options: { readonly [format: string]: FileOptions };
}

/** What is chosen at first. */
export const FIRST_CHOICE: RenderChoice = {
  format: 'mp4',
  quality: 'standard',
  resolution: 'full',
  further: [],
  aspects: {},
  alsoIn: [],
  options: {},
};

const QUALITY_NAMES: Record<string, string> = { draft: 'Draft (fast)', standard: 'Standard', high: 'High' };

/** Formats of the service with what they are, in its order. */
export const FORMAT_CHOICES = formats.map((value) => ({ value, name: formatFacts(value).about.replace(/\.$/, '') }));

/** Qualities of the service with what people call them, the smallest file first. */
export const QUALITY_CHOICES = qualities.map((value) => ({ value, name: QUALITY_NAMES[value] ?? value }));

/** Files beside the film that a render can make, by their formats: those of text come last. */
export const FURTHER_CHOICES: readonly { value: Output['format']; name: string }[] = [
  ...FORMAT_CHOICES,
  { value: 'srt', name: 'Captions as SubRip (SRT)' },
  { value: 'vtt', name: 'Captions as WebVTT' },
  { value: 'chapters', name: 'Markers as chapters (WebVTT)' },
];

/** The fields of a request that say a choice: `outputs` where there are several files, or texts in one, which `outputs` alone take. */
export function filesOf(choice: RenderChoice) {
  const { format: first, further, quality, resolution, aspects, alsoIn, options } = choice;
  const outputOf = (format: Output['format'], aspect = aspects[format]) => ({
    ...{ format, quality, resolution, ...options[format] },
    ...(aspect === undefined ? {} : { aspect }),
  });
  const { captions, chapters, ...own } = outputOf(first);
  const hasTexts = captions !== undefined || chapters !== undefined;
  if (further.length + alsoIn.length === 0 && !hasTexts) return { ...own, format: first };
  const films = alsoIn.map((aspect) => outputOf(first, aspect));
  return { outputs: [outputOf(first), ...films, ...further.map((format) => outputOf(format))] };
}

/** The choice that a render was made with, as far as its record tells. */
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
