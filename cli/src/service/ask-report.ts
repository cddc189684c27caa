import { setTimeout } from 'node:timers/promises';
import { type QualityReport, QualityReportSchema } from '@framemill/compositor/plan';
import { FramemillError } from '@framemill/timeline/errors';
import { isRecord } from '@framemill/timeline/rendering';
import { Compile } from '@framemill/timeline/typebox';
import { askJson, type Service } from './service.ts';

/** Polling interval in ms for a quality report that a service is creating. */
const POLL_MS = 1_000;

const reports = Compile(QualityReportSchema);

/**
 * Requests the quality report of a render from a service and polls until the report is ready. Throws `FramemillError`
 * when there is none.
 */
export async function askReport(service: Service, renderId: string): Promise<QualityReport> {
  const path = `/v1/renders/${encodeURIComponent(renderId)}/report`;
  for (;;) {
    const { report } = await askJson(service, path);
    const found = isRecord(report) ? report : {};
    if (found.status === 'FAILED') throw refuse(`The service has no report on the render ${renderId}: ${found.error}`);
    if (found.status === 'READY' && reports.Check(found)) return found;
    if (found.status !== 'MEASURING' && found.status !== 'PENDING') {
      throw refuse(`The response to ${path} is not a quality report. Check the version of the service.`);
    }
    await setTimeout(POLL_MS, undefined, { signal: service.signal });
  }
}

function refuse(message: string): FramemillError {
  return new FramemillError('invalid_request', message);
}
