import { QualityLimitsSchema, QualityReportSchema } from '@framemill/compositor/catalog';
import { Type } from '@framemill/timeline/typebox';
import { id, objectKey, version } from './fields.ts';
import { parserOf } from './parser.ts';

/** Work order: measure the finished file of a render and put the report at `objectKeys.report(renderId)`. */
export const ReportJobSchema = Type.Object({
  v: version,
  renderId: id,
  attempt: Type.Integer({ minimum: 1 }),
  documentKey: objectKey,
  exportKey: objectKey,
  /** Limits that the file is held to; null: none. */
  limits: Type.Union([QualityLimitsSchema, Type.Null()]),
});
/** A job: measure the finished file of a render. */
export type ReportJob = Type.Static<typeof ReportJobSchema>;
/** Reads a report job from JSON. Throws when it is none. */
export const parseReportJob = parserOf('report job', ReportJobSchema);

/** Answer: the limits that the file does not keep, in sentences; the report itself is in the store. */
export const ReportResultSchema = Type.Object({
  broken: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 20 }),
  nodeId: id,
});
/** What came of measuring a file. */
export type ReportResult = Type.Static<typeof ReportResultSchema>;
/** Reads the result of a report job from JSON. Throws when it is none. */
export const parseReportResult = parserOf('report result', ReportResultSchema);

/** Reads a report from the store. Throws when it is none. */
export const parseQualityReport = parserOf('quality report', QualityReportSchema);
/** Reads the limits of a render from its row; null: it has none. Throws when they are none. */
export const parseLimits = parserOf('stored limits', Type.Union([QualityLimitsSchema, Type.Null()]));
