import type { Settings } from '../../document/document.ts';
import { LIMITS } from '../../document/limits.ts';
import { ASPECT_RATIOS, type AspectRatio } from '../../vocabulary/index.ts';
import type { ImportedRender } from '../import-context.ts';
import type { SourceNode } from '../source-tree.ts';
import { nameOf, numberOf, type Size } from './edit-context.ts';

/** Settings of the project and of its render by the field `output` of an edit. */
export interface ConvertedOutput {
  settings: Pick<Settings, 'width' | 'height' | 'fps' | 'aspectRatio'>;
  render: ImportedRender;
  /** Whether the video has no sound. */
  isMute: boolean;
}

/** Sizes of the presets at 16:9 in pixels, with their frame rates. */
const RESOLUTIONS = {
  preview: { width: 512, height: 288, fps: 15 },
  mobile: { width: 640, height: 360, fps: 25 },
  sd: { width: 1024, height: 576, fps: 25 },
  hd: { width: 1280, height: 720, fps: 25 },
  '1080': { width: 1920, height: 1080, fps: 25 },
  '4k': { width: 3840, height: 2160, fps: 25 },
} as const;

const RATIOS = { '16:9': 16 / 9, '9:16': 9 / 16, '1:1': 1, '4:5': 4 / 5, '4:3': 4 / 3 } as const;

const FORMATS = { mp4: 'mp4', gif: 'gif', mp3: 'mp3', jpg: 'poster', png: 'poster', bmp: 'poster' } as const;

const QUALITIES = { verylow: 'draft', low: 'draft', medium: 'standard', high: 'high', veryhigh: 'high' } as const;

type Name<Table> = keyof Table & string;

function namesOf<Table extends object>(table: Table): Name<Table>[] {
  return Object.keys(table) as Name<Table>[];
}

/** Reads the field `output` of an edit. Without it, the size is 1280 x 720 at 25 frames/s. */
export function convertOutput(output: SourceNode | null): ConvertedOutput {
  const resolution = RESOLUTIONS[nameOf(output?.get('resolution') ?? null, namesOf(RESOLUTIONS)) ?? 'hd'];
  const ratio = nameOf(output?.get('aspectRatio') ?? null, namesOf(RATIOS)) ?? '16:9';
  const own = output?.get('size');
  const preset = presetSize(resolution, ratio);
  const size = {
    width: evenSide(own?.get('width') ?? null, preset.width),
    height: evenSide(own?.get('height') ?? null, preset.height),
  };
  const format = nameOf(output?.get('format') ?? null, namesOf(FORMATS)) ?? 'mp4';
  if (format === 'png' || format === 'bmp')
    output?.get('format')?.note('Single images are JPEG.', 'The format poster.');
  const quality = nameOf(output?.get('quality') ?? null, namesOf(QUALITIES));
  const range = output?.get('range');
  const from = numberOf(range?.get('start') ?? null, 0, [0, LIMITS.seconds]);
  const isImage = FORMATS[format] === 'poster';
  if (range && !isImage) range.lose('A render covers the whole project.', 'Cut the project to this range.');
  reportOthers(output);
  return {
    settings: {
      ...size,
      fps: numberOf(output?.get('fps') ?? null, resolution.fps, [1, 120]),
      aspectRatio: nearestRatio(size),
    },
    render: {
      format: FORMATS[format],
      ...(quality ? { quality: QUALITIES[quality] } : {}),
      ...(isImage ? { atSec: from } : {}),
    },
    isMute: output?.get('mute')?.truth() ?? false,
  };
}

function reportOthers(output: SourceNode | null): void {
  output?.get('scaleTo')?.lose('A render has the size of the project.', 'resolution of POST /v1/renders halves it.');
  output?.get('repeat')?.lose('GIFs repeat without an end.');
  output?.get('poster')?.lose('An image is a render of its own.', 'The output poster of POST /v1/renders, with atSec.');
  output
    ?.get('thumbnail')
    ?.lose('An image is a render of its own.', 'The output poster of POST /v1/renders, with atSec.');
  output?.get('destinations')?.lose('Destinations belong to the account.', 'POST /v1/destinations.');
}

function presetSize({ width, height }: Size, ratio: keyof typeof RATIOS): Size {
  if (ratio === '16:9') return { width, height };
  if (ratio === '9:16') return { width: height, height: width };
  return { width: height * RATIOS[ratio], height };
}

function evenSide(node: SourceNode | null, otherwise: number): number {
  const side = numberOf(node, otherwise, [LIMITS.minSide, LIMITS.maxSide]);
  const even = Math.max(LIMITS.minSide, 2 * Math.round(side / 2));
  if (node && even !== side) node.note('A side has an even number of pixels.', String(even));
  return even;
}

/** Returns the aspect ratio of the list that is closest to a size. */
function nearestRatio({ width, height }: Size): AspectRatio {
  const distance = (name: AspectRatio) => {
    const [across = 1, down = 1] = name.split(':').map(Number);
    return Math.abs(Math.log(width / height / (across / down)));
  };
  return ASPECT_RATIOS.reduce((best, name) => (distance(name) < distance(best) ? name : best));
}
