import { formats, qualities } from '@framemill/compositor/formats';
import { deliveryStatuses, type RenderRecord } from '@framemill/scheduler';
import { Type } from '@framemill/timeline/typebox';

const nullable = {
  string: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  number: Type.Unsafe<number | null>({ type: ['number', 'null'] }),
};

const aspect = {
  type: ['string', 'null'],
  description: 'The aspect ratio that the film was laid out again for; null: its own.',
};

/** Values of a render's `status`. */
export const renderStatuses = ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'CANCELLED'] as const;

/** Schema of the output files of a render that has several. */
export const OutputFilesSchema = Type.Unsafe<RenderRecord['outputs']>({
  type: ['array', 'null'],
  description: 'All files of a render with several `outputs`, in their order; null: it has one, or none yet.',
  items: {
    title: 'OutputFile',
    type: 'object',
    required: [
      'index',
      'format',
      'quality',
      'resolution',
      'aspect',
      'status',
      'progress',
      'url',
      'error',
      'fileSizeBytes',
      'durationSec',
    ],
    properties: {
      index: { type: 'integer' },
      format: { type: 'string' },
      quality: { type: 'string' },
      resolution: { type: 'string' },
      aspect,
      status: { type: 'string', enum: [...renderStatuses] },
      progress: { type: 'integer' },
      url: { type: ['string', 'null'], description: 'Set as soon as this file is there.' },
      error: { type: ['string', 'null'] },
      fileSizeBytes: { type: ['number', 'null'] },
      durationSec: { type: ['number', 'null'] },
    },
  },
});

/** Render record as API responses show it. */
export const RenderRecordSchema = Type.Object(
  {
    id: Type.String(),
    projectId: Type.String(),
    status: Type.Enum([...renderStatuses]),
    progress: Type.Number({ minimum: 0, maximum: 100, description: 'Percent; 100 only when COMPLETED.' }),
    format: Type.Unsafe<string>({ type: 'string', enum: [...formats] }),
    resolution: Type.String(),
    quality: Type.Unsafe<string>({ type: 'string', enum: [...qualities] }),
    aspect: Type.Unsafe<string | null>(aspect),
    url: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Absolute address of the file; set when COMPLETED.',
    }),
    error: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Set when FAILED.' }),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
    stage: Type.String({ description: 'What the service does with it now.' }),
    frames: Type.Object({ done: Type.Integer(), total: Type.Integer() }),
    etaSec: nullable.number,
    reusedSegments: Type.Integer({ description: 'Segments taken from an earlier render.' }),
    totalSegments: Type.Integer(),
    copiedFrames: Type.Integer({ description: "Frames whose pictures are a source's own, not encoded again." }),
    queuePosition: nullable.number,
    waitingFor: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'What keeps it from going on until somebody mends it, such as a full disk.',
    }),
    pool: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Who draws it: `cpu` (processors), `gpu` (graphics cards) or `html`; null until it is planned.',
    }),
    poolReason: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Why that pool draws it; a render changes its pool when a graphics card cannot finish it.',
    }),
    startedAt: nullable.string,
    completedAt: nullable.string,
    fileSizeBytes: nullable.number,
    durationSec: nullable.number,
    streamUrl: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description:
        'HLS (CMAF) of an MP4 while it renders and for a month afterwards: set from its first segment on, when ' +
        'its sound is mixed. A playlist of type EVENT, VOD at the end. null for a copy of one source, which is ' +
        'there at once.',
    }),
    outputs: OutputFilesSchema,
    deliveries: Type.Unsafe<RenderRecord['deliveries']>({
      type: ['array', 'null'],
      description:
        'Its files on their way to the `destination` that was asked for, one for each file; null: there was none.',
      items: {
        title: 'Delivery',
        type: 'object',
        required: [
          ...['output', 'destinationId', 'kind', 'status', 'attempts', 'url', 'error', 'nextTryAt', 'deliveredAt'],
        ],
        properties: {
          output: { type: 'integer', description: 'Which of the `outputs`; 0 when there is one file.' },
          destinationId: { type: 'string' },
          kind: { type: 'string', description: '`s3`, `put` or `sftp`.' },
          status: {
            type: 'string',
            enum: [...deliveryStatuses],
            description:
              'WAITING: the render is not complete. PENDING: it is sent soon, or again at `nextTryAt`. ' +
              'CANCELLED: the render has no file.',
          },
          attempts: { type: 'integer', description: 'Sendings that were begun; one that was interrupted counts.' },
          sentBytes: {
            type: 'integer',
            description:
              'Bytes that the destination has acknowledged, every 15 s while it is sent. The next attempt ' +
              'resumes there (s3 in parts of 8 MB, sftp); a PUT begins anew.',
          },
          sizeBytes: { type: ['integer', 'null'], description: 'Of the file; null before the first attempt.' },
          url: { type: ['string', 'null'], description: 'Where it is, without anything secret.' },
          error: { type: ['string', 'null'], description: 'Why the last attempt ended, and what to do.' },
          nextTryAt: { type: ['string', 'null'] },
          deliveredAt: { type: ['string', 'null'] },
        },
      },
    }),
  },
  {
    title: 'Render',
    examples: [
      {
        ...{
          id: 'rnd_0123456789abcdef01234567',
          projectId: 'prj_0123456789abcdef0123456789abcdef',
          status: 'COMPLETED',
          progress: 100,
        },
        ...{
          format: 'mp4',
          resolution: 'full',
          quality: 'standard',
          aspect: null,
          url: 'https://api.example.org/exports/0123456789abcdef.mp4',
          error: null,
        },
        ...{
          createdAt: '2026-11-21T10:00:00.000Z',
          updatedAt: '2026-11-21T10:00:20.000Z',
          stage: 'done',
          frames: { done: 300, total: 300 },
        },
        ...{
          etaSec: null,
          reusedSegments: 4,
          totalSegments: 10,
          copiedFrames: 0,
          queuePosition: null,
          waitingFor: null,
          pool: 'cpu',
          poolReason: 'Its effects take 4 ms of a processor a frame; graphics cards draw from 15 ms on.',
          startedAt: '2026-11-21T10:00:01.000Z',
        },
        ...{ completedAt: '2026-11-21T10:00:20.000Z', fileSizeBytes: 2_480_123, durationSec: 10, outputs: null },
        streamUrl: 'https://api.example.org/streams/0123456789abcdef/index.m3u8',
        deliveries: null,
      },
    ],
  },
);

/**
 * Converts a render record to the form of API responses. Addresses become absolute, so that clients can use them
 * directly.
 */
export function renderAnswer({ apiHost }: { apiHost: string }, record: RenderRecord): RenderRecord {
  const outputs = record.outputs?.map((output) => ({ ...output, url: absoluteUrl(apiHost, output.url) })) ?? null;
  const streamUrl = absoluteUrl(apiHost, record.streamUrl);
  return { ...record, url: absoluteUrl(apiHost, record.url), outputs, streamUrl };
}

/**
 * Prefixes a root-relative address with the public address of the service.
 * Absolute addresses and null are returned unchanged.
 */
export function absoluteUrl(apiHost: string, url: string | null): string | null {
  return url?.startsWith('/') ? `${apiHost}${url}` : url;
}
