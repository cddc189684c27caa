import { randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { startFileServer } from '@framemill/testing/local-server';
import { FramemillError } from '@framemill/timeline';
import { until } from '../../measure/until.ts';
import { at, call } from '../../stack/call.ts';
import { shapesDocument } from '../documents.ts';
import { storeProject } from '../renders.ts';
import type { ChaosAccount, ChaosStack } from '../stack/chaos-stack.ts';
import type { Watch } from './watched-renders.ts';

/** Renders that are ordered and end all the time, and what came of them. */
export interface EndingRenders {
  /** Stops ordering and waits until every render in the database has ended and every webhook was sent. */
  stop(): Promise<void>;
  /** Returns the number of renders of which the API said that it accepted them. */
  accepted(): number;
  /** Compares the accepted renders with the database and with the received webhooks. Call it after `stop`. */
  audit(): Promise<RenderAudit>;
  close(): Promise<void>;
}

/** Result of an audit: counts, and renders that break a promise. */
export interface RenderAudit {
  readonly accepted: number;
  readonly completed: number;
  /** Ids of accepted renders that are not in the database. */
  readonly missing: readonly string[];
  /** Renders that did not end as COMPLETED, with their states. */
  readonly unfinished: readonly string[];
  /** Completed renders without a webhook, or with several of different ids. */
  readonly miscounted: readonly string[];
  /** Completed renders whose file another render has too. */
  readonly sharedFiles: number;
  /** Number of webhooks that were received again with the same id. */
  readonly repeated: number;
}

const accounts = 3;
const lanes = 2;
/** Projects of an account. They differ, so that their first renders share no segments. */
const projects = 60;
const seconds = 2;
/** Maximum time in ms until all renders have ended and all webhooks were sent, after the last order. */
const endMs = 180_000;
/** Pause in ms before an order that was refused or not answered is made again. */
const againMs = 250;
const answerMs = 15_000;

/**
 * Orders renders in several accounts, each a new one when the one before has ended, and watches each accepted render.
 * Each account has a webhook endpoint. The API must be allowed to call 127.0.0.1.
 */
export async function startEndingRenders(stack: ChaosStack, watch: Watch): Promise<EndingRenders> {
  const received = new Map<string, string[]>();
  const hooks = await startFileServer(async (request, response) => {
    const body: unknown = JSON.parse((await buffer(request)).toString('utf8'));
    const ids = received.get(String(at(body, 'data', 'render', 'id'))) ?? [];
    received.set(String(at(body, 'data', 'render', 'id')), [...ids, String(at(body, 'id'))]);
    response.writeHead(200).end();
  });
  const accepted: string[] = [];
  let going = true;
  const lane = async ({ key }: ChaosAccount, projectIds: readonly string[], first: number) => {
    for (let order = first; going; order += lanes) {
      const projectId = projectIds[order % projectIds.length];
      const id = await orderRender(stack.apiHost, key, String(projectId));
      if (id === null) await wait(againMs);
      else {
        accepted.push(id);
        await watch.follow(id, key);
      }
    }
  };
  const owners = await Promise.all(Array.from({ length: accounts }, () => openAccount(stack, hooks.url)));
  const running = owners.flatMap(({ account, projectIds }) =>
    Array.from({ length: lanes }, (_, first) => lane(account, projectIds, first)),
  );
  // `stop` reports the failure of a lane.
  for (const each of running) each.catch(() => undefined);
  return {
    accepted: () => accepted.length,
    async stop() {
      going = false;
      await until('every render has ended, and every webhook was sent', endMs, () => isAtRest(stack), {
        ...{ everyMs: 250, forgiving: true },
      });
      await Promise.all(running);
    },
    audit: () => auditRenders(stack, accepted, received),
    close: () => hooks.close(),
  };
}

async function openAccount(stack: ChaosStack, hooksUrl: string) {
  const account = await stack.account('self-hosted');
  const projectIds: string[] = [];
  for (let number = 0; number < projects; number++) {
    const document = shapesDocument(seconds, { width: 320, height: 180 });
    const background = `#${(number + 16).toString(16).padStart(2, '0')}4653`;
    const settings = { ...document.settings, background };
    projectIds.push(await storeProject(stack.database, account.accountId, { ...document, settings }));
  }
  await stack.database.client.webhookEndpoint.create({
    data: {
      ...{ id: `whk_${randomUUID()}`, accountId: account.accountId, url: hooksUrl, events: ['render.completed'] },
      secret: `whsec_${randomBytes(32).toString('base64')}`,
    },
  });
  return { account, projectIds };
}

/** Orders a render. Returns its id when the API accepted it, and null when it refused or did not answer. */
async function orderRender(apiHost: string, key: string, projectId: string): Promise<string | null> {
  const order = { projectId, quality: 'draft', compression: 'fast' };
  const late = wait(answerMs, null, { ref: false });
  const answer = await Promise.race([call(apiHost, key, 'POST', '/renders', order).catch(refusal), late]);
  return answer === null ? null : String(at(answer, 'render', 'id'));
}

/** Returns null for an order that was not answered, or was refused because a service is away. Rethrows other errors. */
function refusal(error: unknown): null {
  const status = error instanceof FramemillError ? Number(error.details.status) : 503;
  if (status >= 500) return null;
  throw error;
}

async function isAtRest({ database: { client } }: ChaosStack): Promise<boolean> {
  const active = await client.render.count({ where: { status: { in: ['PENDING', 'PROCESSING'] } } });
  const events = await client.outboxEvent.count({ where: { consumedAt: null } });
  const deliveries = await client.webhookDelivery.count({ where: { status: 'PENDING' } });
  return active + events + deliveries === 0;
}

async function auditRenders(
  { database: { client } }: ChaosStack,
  accepted: readonly string[],
  received: ReadonlyMap<string, readonly string[]>,
): Promise<RenderAudit> {
  const rows = await client.render.findMany({ select: { id: true, status: true, exportKey: true } });
  const known = new Set(rows.map(({ id }) => id));
  const completed = rows.filter(({ status }) => status === 'COMPLETED');
  const eventsOf = (id: string) => received.get(id) ?? [];
  return {
    accepted: accepted.length,
    completed: completed.length,
    missing: accepted.filter((id) => !known.has(id)),
    unfinished: rows.flatMap(({ id, status }) => (status === 'COMPLETED' ? [] : [`${id} is ${status}`])),
    miscounted: completed.flatMap(({ id }) => {
      const events = new Set(eventsOf(id)).size;
      return events === 1 ? [] : [`${id} has ${events} webhooks`];
    }),
    sharedFiles: completed.length - new Set(completed.map(({ exportKey }) => exportKey)).size,
    repeated: [...received.values()].reduce((sum, ids) => sum + ids.length - new Set(ids).size, 0),
  };
}
