import type { FastifyInstance } from 'fastify';
import { SENDING_LIMITS } from '../deliveries/sending-limits.ts';
import { DEFAULT_FILE_NAME, filePlaceholders } from '../destinations/file-names.ts';
import { html } from '../http/html.ts';
import { sampleRecords, webhookBody, webhookEventNames, webhookEvents } from '../webhooks/event-types.ts';
import { RETRY_DELAYS_MS } from '../webhooks/retry-schedule.ts';
import { WEBHOOK_TIMEOUT_MS } from '../webhooks/send-webhook.ts';
import { docsPage, inlineCode, sendDocsPage } from './docs-page.ts';

const WEBHOOK_RULES = [
  'Endpoints are registered in the developer console; its answer shows the secret, `whsec_...`, once. An event ' +
    'is one POST of JSON to each endpoint that wants it.',
  'Headers (Standard Webhooks 1.0, whose libraries verify them): `webhook-id` is the id of the event, the same ' +
    'at every try; `webhook-timestamp` is the time of the try, in seconds since 1970; `webhook-signature` is `v1,` ' +
    'and the signature; while an endpoint changes its secret there are two, with a space between, of which one has ' +
    'to fit.',
  'The signature is the base64 of HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>`, the body as its ' +
    'raw bytes. The key is what the base64 after `whsec_` decodes to. Compare in constant time, and refuse ' +
    'timestamps that are more than 5 minutes off.',
  `Answer with any 2xx within ${WEBHOOK_TIMEOUT_MS / 1_000} s. Only timeouts, 5xx, 408 and 429 are tried again, ` +
    `about ${RETRY_DELAYS_MS.map(waitText).join(', ')} after the try before. Any other answer ends the delivery, a ` +
    'redirect and 410 too; so does a connection that fails, and a next try to an endpoint that was paused ' +
    'meanwhile.',
  'Events may come twice and in any order: keep the ids that were seen, and read the record anew where its state ' +
    'matters. The log of deliveries, with what the receiver answered, and sending again are in the console.',
];

const WEBHOOK_EXAMPLE = JSON.stringify(
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
    const rules = WEBHOOK_RULES.map((rule) => `<li>${inlineCode(rule)}</li>`).join('');
    const rows = webhookEventNames.map((name) => {
      const { record, when } = webhookEvents[name];
      return `<tr><th scope="row"><code>${name}</code></th><td>${inlineCode(`${when}: \`data.${record}\``)}</td></tr>`;
    });
    const body = `<ul>${rules}</ul><table>${rows.join('')}</table><pre>${html`${WEBHOOK_EXAMPLE}`.markup}</pre>`;
    return sendDocsPage(reply, docsPage('Webhooks', body));
  });
}

const { places, ofAccount, slowSlots, windowMs, slowBytesPerSec, leastBytesPerSec } = SENDING_LIMITS;
const pace = (bytesPerSec: number) => `${bytesPerSec / 1_000} kB/s`;

const DESTINATION_RULES = [
  '`POST /v1/destinations` adds a place where files go: `s3` (a bucket of S3 or of a service that speaks it), ' +
    '`sftp` (a folder) or `put` (an address that takes an HTTP PUT). It is tested before it is saved: a file of a ' +
    'few bytes is written and removed. `POST /v1/destinations/{id}/test` tests it again.',
  'Credentials are stored encrypted and never come back, in no answer, event or line of the log. `PATCH` changes ' +
    'what is sent; what is left out stays.',
  'A render with `destination: { id }` sends all of its files there once it is complete. `destination: { url, ' +
    'headers }` takes a pre-signed address for one render instead. Batches take a destination as renders do.',
  '`deliveries` of the render tells of each file where it is on its way. The events `render.delivered` and ' +
    '`render.delivery_failed` come when the last of them has ended: to webhooks, and on the streams of pages.',
  'Time-outs, lost connections, 5xx, 408, 425, 429 and full disks are tried again, about ' +
    `${RETRY_DELAYS_MS.map(waitText).join(', ')} after the attempt before. What needs a person (a wrong key, a ` +
    `missing right, another host key) fails at once, with what to do. \`POST /v1/renders/{id}/deliveries/retry\` ` +
    'sends again what was not delivered.',
  'A file is at its place whole or not at all. A later attempt writes the same name, so that a file which was ' +
    'sent twice is there once. Small files go to a bucket in one request, others in parts of 8 MB, each with its ' +
    'MD5 and SHA-256; to an SFTP server under a hidden name (`.framemill-...part`), renamed at the end.',
  `A process of the service sends ${places} files at a time, ${ofAccount} of an account, and accounts take ` +
    `turns. Files to destinations that took less than ${pace(slowBytesPerSec)} over ${windowMs / 1_000} s have ` +
    `${slowSlots} of the places: when these are taken, a file waits until one is free. A sending below ` +
    `${pace(leastBytesPerSec)} over ${windowMs / 1_000} s is ended and tried again later.`,
  'What broke off, was too slow or lost its process goes on where it stopped: with the next part of 8 MB in a ' +
    'bucket, with the next byte on an SFTP server. A PUT begins anew. `attempts`, `sentBytes`, `sizeBytes` and ' +
    '`error` of a delivery show how often it was begun, how far it is and why the last attempt ended. When a ' +
    'delivery fails for good, its unfinished upload is removed.',
  'The keys of a bucket need `s3:PutObject` on the prefix, nothing else. With `s3:AbortMultipartUpload` what a ' +
    'broken upload left is removed at once, otherwise by the lifecycle rules of the bucket.',
  'An SFTP server must have the host key whose fingerprint was given, or it gets nothing, not even the name of ' +
    'the user.',
  'From a command line: `framemill destinations add archive.json` takes the body of the request in a file, and ' +
    '`framemill submit prj_... --destination dst_...` waits until the film is there. Assistants see names and ' +
    'kinds of destinations (`list_destinations`) and can send films to them, to no other place.',
  'Servers in private networks are refused unless the operator allows them, at every connection anew. HTTP goes ' +
    'to ports 80 and 443, SFTP to 22, and to what the operator adds. Redirects are not followed.',
];

const DESTINATION_EXAMPLE = `curl https://api.example.org/v1/destinations \\
  -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' -d '{
  "name": "Archive",
  "fileName": "{reference}/{name}",
  "s3": { "bucket": "our-films", "region": "eu-central-1", "accessKeyId": "AKIA...", "secretAccessKey": "..." }
}'
curl https://api.example.org/v1/renders \\
  -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' -d '{
  "projectId": "prj_...",
  "destination": { "id": "dst_..." },
  "reference": "spring-7"
}'`;

/**
 * Serves /docs/destinations, which explains how finished files are sent to a customer's own servers.
 * No credential needed.
 */
export function installDestinationsPage(app: FastifyInstance): void {
  app.get('/docs/destinations', { schema: { hide: true } }, (_request, reply) => {
    const rules = DESTINATION_RULES.map((rule) => `<li>${inlineCode(rule)}</li>`).join('');
    const rows = Object.entries(filePlaceholders).map(
      ([name, about]) => `<tr><th scope="row"><code>{${name}}</code></th><td>${inlineCode(about)}</td></tr>`,
    );
    const names = inlineCode(
      `\`fileName\` of a destination says how files are called there (default \`${DEFAULT_FILE_NAME}\`). A slash ` +
        'makes a folder, the ending comes by itself, what is empty becomes the id of the render, and files of one ' +
        'render that would have the same name get a number. No text of a project can leave the folder.',
    );
    const body =
      `<ul>${rules}</ul><h2>Names of files</h2><p>${names}</p><table>${rows.join('')}</table>` +
      `<h2>An example</h2><pre>${html`${DESTINATION_EXAMPLE}`.markup}</pre>`;
    return sendDocsPage(reply, docsPage('Destinations', body));
  });
}

/** Formats a duration for the documentation: `5 s`, `30 min`, `2 h`. */
function waitText(ms: number): string {
  if (ms < 60_000) return `${ms / 1_000} s`;
  return ms < 3_600_000 ? `${ms / 60_000} min` : `${ms / 3_600_000} h`;
}
