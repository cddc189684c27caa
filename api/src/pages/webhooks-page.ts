import type { FastifyInstance } from 'fastify';
import { html } from '../http/html.ts';
import { webhookBody, webhookEventNames, webhookEvents } from '../webhooks/event-types.ts';
import { RETRY_DELAYS_MS } from '../webhooks/retry-schedule.ts';
import { sampleRecords } from '../webhooks/sample-events.ts';
import { WEBHOOK_TIMEOUT_MS } from '../webhooks/send-webhook.ts';
import { docsPage, inlineCode, sendDocsPage } from './docs-page.ts';
import { waitText } from './wait-text.ts';

const RULES = [
  'Endpoints are registered in the developer console; its answer shows the secret, `whsec_...`, once. An event is one POST of JSON to each endpoint that wants it.',
  'Headers (Standard Webhooks 1.0, whose libraries verify them): `webhook-id` is the id of the event, the same at every try; `webhook-timestamp` is the time of the try, in seconds since 1970; `webhook-signature` is `v1,` and the signature; while an endpoint changes its secret there are two, with a space between, of which one has to fit.',
  'The signature is the base64 of HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>`, the body as its raw bytes. The key is what the base64 after `whsec_` decodes to. Compare in constant time, and refuse timestamps that are more than 5 minutes off.',
  `Answer with any 2xx within ${WEBHOOK_TIMEOUT_MS / 1_000} s. Only timeouts, 5xx, 408 and 429 are tried again, about ${RETRY_DELAYS_MS.map(waitText).join(', ')} after the try before. Any other answer ends the delivery, a redirect and 410 too; so does a connection that fails, and a next try to an endpoint that was paused meanwhile.`,
  'Events may come twice and in any order: keep the ids that were seen, and read the record anew where its state matters. The log of deliveries, with what the receiver answered, and sending again are in the console.',
];

const EXAMPLE = JSON.stringify(
  JSON.parse(
    webhookBody({
      id: 'evt_sample',
      type: 'render.completed',
      createdAt: new Date('2026-08-01T12:00:30.000Z'),
      record: sampleRecords('https://api.example.org')['render.completed'],
    }),
  ),
  null,
  2,
);

/** Serves /docs/webhooks, which lists the events and explains how receivers verify them. No credential needed. */
export function installWebhooksPage(app: FastifyInstance): void {
  app.get('/docs/webhooks', { schema: { hide: true } }, (_request, reply) => {
    const rules = RULES.map((rule) => `<li>${inlineCode(rule)}</li>`).join('');
    const rows = webhookEventNames.map((name) => {
      const { record, when } = webhookEvents[name];
      return `<tr><th scope="row"><code>${name}</code></th><td>${inlineCode(`${when}: \`data.${record}\``)}</td></tr>`;
    });
    const body = `<ul>${rules}</ul><table>${rows.join('')}</table><pre>${html`${EXAMPLE}`.markup}</pre>`;
    return sendDocsPage(reply, docsPage('Webhooks', body));
  });
}
