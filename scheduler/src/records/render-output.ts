import { Type } from '@framemill/timeline/typebox';
import { parserOf } from '../protocol/schema.ts';

const nullable = {
  string: Type.Union([Type.String(), Type.Null()]),
  number: Type.Union([Type.Number(), Type.Null()]),
};

/**
 * Schema of one output file of a render. `url` is root-relative and set once the file exists, which may be before the
 * render is complete.
 */
export const RenderOutputSchema = Type.Object({
  index: Type.Integer({ minimum: 0 }),
  format: Type.String(),
  quality: Type.String(),
  resolution: Type.String(),
  /** Aspect ratio of the file; may be absent in outputs stored by earlier software versions. */
  aspect: Type.Optional(nullable.string),
  status: Type.String(),
  progress: Type.Integer({ minimum: 0, maximum: 100 }),
  url: nullable.string,
  error: nullable.string,
  fileSizeBytes: nullable.number,
  durationSec: nullable.number,
});
/** Output file of a render. */
export type RenderOutput = Type.Static<typeof RenderOutputSchema>;

/** Schema of the stored output files of a render that has several, ordered by `index`. */
export const RenderOutputsSchema = Type.Array(RenderOutputSchema);

/** Parses the stored outputs of a render. Throws `ProtocolError`. */
export const parseOutputs = parserOf('stored outputs', RenderOutputsSchema);

/** Requested options of an output file, as stored in the database. `aspect` null: the aspect ratio of the project. */
export type FileOptions = Required<Pick<RenderOutput, 'format' | 'quality' | 'resolution' | 'aspect'>>;

/** Picks the file options from an output request or a row. */
export function fileOptions({
  format,
  quality,
  resolution,
  aspect = null,
}: Omit<FileOptions, 'aspect'> & { aspect?: string | null | undefined }): FileOptions {
  return { format, quality, resolution, aspect };
}

/** Creates an output whose work has not begun. */
export function newOutput(index: number, options: FileOptions): RenderOutput {
  return {
    index,
    ...options,
    status: 'PENDING',
    progress: 0,
    url: null,
    error: null,
    fileSizeBytes: null,
    durationSec: null,
  };
}
