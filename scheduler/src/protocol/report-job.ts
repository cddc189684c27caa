import { QualityLimitsSchema, QualityReportSchema } from '@framemill/compositor/catalog';
import { Type } from '@framemill/timeline/typebox';
import { id, objectKey, version } from './fields.ts';
import { parserOf } from './parser.ts';

/**
 * Schema of the job that measures the finished file of a render and stores the report at
 * `objectKeys.report(renderId)`.
 */
export const ReportJobSchema = Type.Object({
  v: version,
  renderId: id,
  attempt: Type.Integer({ minimum: 1 }),
  documentKey: objectKey,
  exportKey: objectKey,
  /** Quality limits that the file must keep; null: none. */
  limits: Type.Union([QualityLimitsSchema, Type.Null()]),
});
/** Job that measures the finished file of a render. */
export type ReportJob = Type.Static<typeof ReportJobSchema>;
/** Parses a report job from JSON. Throws `ProtocolError` when it does not match the schema. */
export const parseReportJob = parserOf('report job', ReportJobSchema);

/** Schema of the result: the limits that the file exceeds, in sentences; the report itself is in the store. */
export const ReportResultSchema = Type.Object({
  broken: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 20 }),
  nodeId: id,
});
/** Limits that a measured file exceeds. */
export type ReportResult = Type.Static<typeof ReportResultSchema>;
/** Parses the result of a report job from JSON. Throws `ProtocolError` when it does not match the schema. */
export const parseReportResult = parserOf('report result', ReportResultSchema);

/** Parses a stored quality report. Throws `ProtocolError` when it does not match the schema. */
export const parseQualityReport = parserOf('quality report', QualityReportSchema);
/**
 * Parses the quality limits in a render's row; null: it has none. Throws `ProtocolError` when they do not match the
 * schema.
 */
export const parseLimits = parserOf('stored limits', Type.Union([QualityLimitsSchema, Type.Null()]));
