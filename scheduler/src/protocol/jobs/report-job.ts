import { QualityLimitsSchema, QualityReportSchema } from '@framemill/compositor/plan';
import { Type } from '@framemill/timeline/typebox';
import { sharedJobId } from '../queues.ts';
import { id, objectKey, parserOf, version } from '../schema.ts';
import { defineJob, type JobOf, type ResultOf } from './define-job.ts';

/**
 * Kind of job that measures the finished file of a render and stores the report at `objectKeys.report(renderId)`. After
 * 20 attempts of any outcome the file counts as one that no node can read.
 */
export const reportJob = defineJob({
  name: 'report',
  completion: 'record',
  limits: { failures: 3, attempts: 20 },
  parse: parserOf(
    'report job',
    Type.Object({
      v: version,
      renderId: id,
      attempt: Type.Integer({ minimum: 1 }),
      documentKey: objectKey,
      exportKey: objectKey,
      /** Quality limits that the file must not exceed; null: none. */
      limits: Type.Union([QualityLimitsSchema, Type.Null()]),
    }),
  ),
  parseResult: parserOf(
    'report result',
    Type.Object({
      /** Limits that the file exceeds, in sentences; the report itself is in the store. */
      broken: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 20 }),
      nodeId: id,
    }),
  ),
  id: ({ renderId, attempt }: { renderId: string; attempt: number }) => sharedJobId('report', renderId, attempt),
  renderId: ({ renderId }: { renderId: string }) => renderId,
});
/** Job that measures the finished file of a render. */
export type ReportJob = JobOf<typeof reportJob>;
/** Result of a report job: the quality limits that the file of the render exceeds, and the node that measured it. */
export type ReportResult = ResultOf<typeof reportJob>;

/** Parses a stored quality report. Throws `ProtocolError` when it does not match the schema. */
export const parseQualityReport = parserOf('quality report', QualityReportSchema);
/**
 * Parses the quality limits in a render's row. Null means that the render has no limits. Throws `ProtocolError` when
 * the limits do not match the schema.
 */
export const parseLimits = parserOf('stored limits', Type.Union([QualityLimitsSchema, Type.Null()]));
