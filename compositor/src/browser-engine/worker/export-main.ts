import { exportDocument } from './export-document.ts';
import type { ExportReply, ExportRequest } from './export-messages.ts';
import { createPageLink } from './page-link.ts';

// Script of the worker that exports one document. It loads its files as the worker that draws does.

const page = createPageLink(reply);
const stop = new AbortController();

addEventListener('message', ({ data }: MessageEvent<ExportRequest>) => {
  if (data.type === 'cancel') stop.abort();
  else if (data.type === 'export') void run(data);
  else page.take(data);
});

async function run(order: Extract<ExportRequest, { type: 'export' }>): Promise<void> {
  try {
    page.media.open(order.media);
    const progress = (frames: number, totalFrames: number) => reply({ type: 'progress', frames, totalFrames });
    reply({ type: 'exported', ...(await exportDocument(order, page, progress, stop.signal)) });
  } catch (error) {
    if (stop.signal.aborted) reply({ type: 'cancelled' });
    else reply({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}

function reply(message: ExportReply): void {
  postMessage(message);
}
