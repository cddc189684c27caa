import { compressions, formatFacts, formats, qualities, takesAspect } from '@framemill/compositor/formats';
import { ImageChoiceSchema } from '@framemill/compositor/plan';
import { textFormats } from '@framemill/scheduler';
import { ASPECT_RATIOS, FramemillError } from '@framemill/timeline';
import { type Static, Type } from '@framemill/timeline/typebox';

/** Maximum number of files of one render. */
const mostOutputs = 10;

const abouts = formats.map((format) => `\`${format}\`: ${formatFacts(format).about}`);

/** Schema of a render's output format. Its description explains each format. */
export const FormatSchema = Type.Enum([...formats], { description: `Default mp4. ${abouts.join(' ')}` });

/** Schema of an output file's quality. */
export const QualitySchema = Type.Enum([...qualities], {
  description:
    'Default standard. `draft` takes two thirds of its time, with a worse picture; the file is smaller or larger. ' +
    '`high` takes twice its bytes and time.',
});

/** Schema of an output file's compression. */
export const CompressionSchema = Type.Enum([...compressions], {
  description:
    'Bytes of the file against the time to make it. `fast`: segments of a second, so that the most nodes share the ' +
    'work and an edit renders little again; 7 to 20 % more bytes for the same picture, and several times the bytes ' +
    'where nothing moves. `balanced` (default): segments of 4 to 5 s, of 10 s where nothing moves. `small`: ' +
    'segments of 10 s, with slower settings of H.264: a better picture in mostly fewer bytes (on average 7 % fewer), ' +
    'in three times the processor time. No effect on animated images, PNG and JPEG sequences, posters, ProRes and ' +
    'audio. Contact sheets and sprites show frames of the encoded film.',
});

const about = {
  resolution: '`full` (default); any other text means half the size.',
  text:
    '`srt` and `vtt` are the captions (all visible texts when there are none), `chapters` the markers as WebVTT ' +
    'chapters: for them only the format counts.',
};

const { atSec, columns, rows, intervalSec } = ImageChoiceSchema.properties;

/** Fields of an output that select the frames to export. They are used by image formats. */
export const imageFields = {
  atSec: Type.Optional(Type.Number({ ...atSec, description: 'The frame of a poster, seconds; default: the first.' })),
  columns: Type.Optional(
    Type.Integer({ ...columns, description: 'Of a contact sheet (4) or a sheet of sprites (10).' }),
  ),
  rows: Type.Optional(Type.Integer({ ...rows, description: 'Of a contact sheet (4) or a sheet of sprites (10).' })),
  intervalSec: Type.Optional(
    Type.Number({ ...intervalSec, description: 'Seconds from one sprite to the next; default 2.' }),
  ),
};

/** Schema of an output file's aspect ratio. */
export const AspectSchema = Type.Enum([...ASPECT_RATIOS], {
  description:
    'The film laid out again for another aspect ratio, with the same shorter side: what covers the canvas covers ' +
    'it, corners and bars stay, texts wrap anew, what stood side by side may stand one above the other. Default: ' +
    'as the project is. Not for sound, text and contact sheets.',
});

/** Schema of one output file of a render. */
const OutputSchema = Type.Object({
  format: Type.Enum([...formats, ...textFormats], { description: about.text }),
  quality: Type.Optional(QualitySchema),
  compression: Type.Optional(CompressionSchema),
  resolution: Type.Optional(Type.String({ description: about.resolution })),
  aspect: Type.Optional(AspectSchema),
  captions: Type.Optional(
    Type.Enum(['embedded'], {
      description:
        'The captions as a track of the file as well: mov_text in MP4 and MOV, WebVTT in WebM. They stay in the ' +
        'picture.',
    }),
  ),
  chapters: Type.Optional(Type.Boolean({ description: 'The markers as chapters of the file, in MP4, MOV and WebM.' })),
  ...imageFields,
});

/** Schema of several output files of one render. */
export const OutputsSchema = Type.Array(OutputSchema, {
  minItems: 1,
  maxItems: mostOutputs,
  description:
    'Several files of one render, which takes one export: the first is at `url`, all are in `outputs` of the ' +
    'render, each as soon as it is there. Files of one coding, quality and size share their frames. Instead of ' +
    '`format`, `quality`, `compression`, `resolution` and `aspect`.',
});

type Output = Static<typeof OutputSchema>;
type Wish = Exclude<ReturnType<typeof wishOf>, { text: true }>;

/**
 * Reads the requested outputs from the body of a request. In the result, `own` is the render's first file, and
 * `further` contains the other files.
 * Throws `invalid_request` when the first output is a text format, or a text output has an `aspect`, or `outputs` is
 * combined with `format`, `quality`, `compression`, `resolution` or `aspect`.
 */
export function wishesOf(body: Partial<Output> & { outputs?: Output[] | undefined }) {
  const { outputs } = body;
  const { format, quality, compression, resolution, aspect } = body;
  if (outputs && (format ?? quality ?? compression ?? resolution ?? aspect) !== undefined) {
    const message =
      'outputs cannot be combined with format, quality, compression, resolution or aspect. Set these in each output.';
    throw new FramemillError('invalid_request', message, { field: 'body.outputs' });
  }
  const [first = { ...body, format: body.format ?? 'mp4' }, ...further] = outputs ?? [];
  const own = wishOf(first, outputs ? 'body.outputs.0' : 'body');
  if (!isRendered(own)) {
    const message = `The first output must have frames or audio (got "${own.format}"). Put another output first.`;
    throw new FramemillError('invalid_request', message, { field: 'body.outputs.0.format' });
  }
  return { own, further: further.map((output, index) => wishOf(output, `body.outputs.${index + 1}`)) };
}

function wishOf(output: Output, requestPath: string) {
  const rendered = formats.find((format) => format === output.format);
  const text = textFormats.find((format) => format === output.format);
  if (text !== undefined) {
    requireNoAspect(output, requestPath);
    return { format: text, text: true as const };
  }
  const { atSec: at, columns: across, rows: down, intervalSec: every } = output;
  const choice = { atSec: at, columns: across, rows: down, intervalSec: every };
  const given = Object.fromEntries(Object.entries(choice).filter(([, value]) => value !== undefined));
  const { captions, chapters = false } = output;
  const texts = captions === undefined && !chapters ? {} : { texts: { captions: captions !== undefined, chapters } };
  return {
    ...texts,
    format: rendered ?? 'mp4',
    quality: output.quality ?? 'standard',
    compression: output.compression,
    resolution: (output.resolution ?? 'full') === 'full' ? ('full' as const) : ('half' as const),
    aspect: output.aspect,
    requestPath,
    choice: Object.keys(given).length === 0 ? undefined : given,
  };
}

function requireNoAspect({ format, aspect }: Output, requestPath: string): void {
  if (aspect === undefined) return;
  const message =
    `aspect ${aspect} has no effect on ${format}, a text format. ` +
    `Remove it, or use ${formats.filter(takesAspect).join(', ')}.`;
  throw new FramemillError('invalid_request', message, { field: `${requestPath}.aspect` });
}

function isRendered(wish: ReturnType<typeof wishOf>): wish is Wish {
  return !('text' in wish);
}
