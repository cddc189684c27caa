import { Type } from '@framemill/timeline/typebox';
import { parserOf } from '../protocol/parser.ts';

const nullable = {
  string: Type.Union([Type.String(), Type.Null()]),
  number: Type.Union([Type.Number(), Type.Null()]),
};

/** One file of a render. `url` is root-relative and set once the file is there, which may be before the render is complete. */
export const RenderOutputSchema = Type.Object({
  index: Type.Integer({ minimum: 0 }),
  format: Type.String(),
  quality: Type.String(),
  resolution: Type.String(),
  /** Stored ones of before may lack it. */
  aspect: Type.Optional(nullable.string),
  status: Type.String(),
  progress: Type.Integer({ minimum: 0, maximum: 100 }),
  url: nullable.string,
  error: nullable.string,
  fileSizeBytes: nullable.number,
  durationSec: nullable.number,
});
/** One file of a render. */
export type RenderOutput = Type.Static<typeof RenderOutputSchema>;

/** All files of a render with several, by `index`. */
export const RenderOutputsSchema = Type.Array(RenderOutputSchema);

/** The stored outputs of a render. Throws `ProtocolError`. */
export const parseOutputs = parserOf('stored outputs', RenderOutputsSchema);

/** What a file was asked to be, as rows and outputs of renders hold it: `aspect` null is the project's own. */
export type FileOptions = Required<Pick<RenderOutput, 'format' | 'quality' | 'resolution' | 'aspect'>>;

/** The options of a file alone, of a wish or of a row. */
export function fileOptions({
  format,
  quality,
  resolution,
  aspect = null,
}: Omit<FileOptions, 'aspect'> & { aspect?: string | null | undefined }): FileOptions {
  return { format, quality, resolution, aspect };
}

/** An output before anything was done for it. */
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
