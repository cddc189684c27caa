import { isRecord } from '@framemill/timeline/rendering';
import type { Answer, Screen } from '../print-answer.ts';
import { brokenText, nowhere, reportText } from '../render/check-film.ts';
import { createProgressLine } from '../render/progress-line.ts';
import type { SubmitOptions } from '../service-options.ts';
import { askReport } from './ask-report.ts';
import { fetchTo, follow } from './follow.ts';
import { orderBody, placeOrder } from './place-order.ts';
import { askJson, openService, type Service } from './service.ts';

type Render = Record<string, unknown>;

const open = ['PENDING', 'PROCESSING'];
const underWay = ['WAITING', 'PENDING', 'SENDING'];

/**
 * Renders a project on a service, waits for the video and its delivery, and downloads the video if requested. Throws
 * `FramemillError`.
 */
export async function submitRender(options: SubmitOptions, screen: Screen, signal: AbortSignal): Promise<Answer> {
  const { variables, smart, reference, qc, destination, outPath } = options;
  const service = await openService(options, signal);
  const json = {
    ...{ ...(await orderBody(options)), smart },
    ...(variables === null ? {} : { variables }),
    ...(reference === null ? {} : { reference }),
  };
  const ordered = await placeOrder(service, 'render', json, options, screen);
  if ('answer' in ordered) return ordered.answer;
  const { id, path } = ordered;
  const render = await follow(service, path, 'render', (found) => {
    showProgress(found, screen);
    return !open.includes(String(found.status)) && (destination === null || isDelivered(found));
  });
  screen.line?.end();
  const fault = faultOf(render);
  const made = qc === null ? null : await reportOf(service, id);
  const lines = made === null ? '' : reportText(id, made, nowhere);
  if (outPath !== null && typeof render.url === 'string')
    await fetchTo(service, { what: id, url: render.url, isOpen: true }, outPath);
  const result = { render, file: outPath, ...(made === null ? {} : { report: made }) };
  const broken = made === null ? null : brokenText(id, made);
  return { text: lines + renderText(render, outPath), result, fault: broken ?? fault };
}

function showProgress({ frames, status }: Render, screen: Screen): void {
  const { done, total } = isRecord(frames) ? frames : {};
  if (status !== 'PROCESSING' || typeof done !== 'number' || typeof total !== 'number' || total === 0) return;
  screen.line ??= createProgressLine(process.stderr, total, () => performance.now());
  screen.line.update(done);
}

function deliveriesOf({ deliveries }: Render): Record<string, unknown>[] {
  return Array.isArray(deliveries) ? deliveries.filter(isRecord) : [];
}

function isDelivered(render: Render): boolean {
  return !deliveriesOf(render).some(({ status }) => underWay.includes(String(status)));
}

/** Returns the reason why a finished render or its delivery failed; null on success. */
function faultOf(render: Render): string | null {
  const { id, status, error } = render;
  if (status !== 'COMPLETED') return `The render ${id} ended with the status ${status}${error ? `: ${error}` : '.'}`;
  const failed = deliveriesOf(render).find((delivery) => delivery.status === 'FAILED');
  return failed === undefined ? null : `The file of the render ${id} was not delivered: ${failed.error}`;
}

/**
 * Returns the quality report of a render that was checked against limits; null when the service could not measure it.
 */
async function reportOf(service: Service, id: string) {
  const { report } = await askJson(service, `/v1/renders/${id}/report`);
  return isRecord(report) && report.status === 'FAILED' ? null : askReport(service, id);
}

function renderText(render: Render, outPath: string | null): string {
  const { id, status, url } = render;
  const delivered = deliveriesOf(render).flatMap((delivery) =>
    delivery.status === 'DELIVERED' ? [`delivered to ${delivery.url}\n`] : [],
  );
  const made =
    outPath === null
      ? `${id} ${String(status).toLowerCase()}: ${url ?? 'no file'}\n`
      : `${id} fetched into ${outPath}\n`;
  return [url === null ? '' : made, ...delivered].join('');
}
