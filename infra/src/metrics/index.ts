import { collectDefaultMetrics, Registry } from 'prom-client';
import { accountShare } from './family/account-share.ts';
import { accounts } from './family/accounts.ts';
import { apiRequestSeconds } from './family/api-request-seconds.ts';
import { apiThreadHeldSeconds } from './family/api-thread-held-seconds.ts';
import { attempts } from './family/attempts.ts';
import { authFailures } from './family/auth-failures.ts';
import { cancelSeconds } from './family/cancel-seconds.ts';
import { creditsCharged } from './family/credits-charged.ts';
import { desiredNodes } from './family/desired-nodes.ts';
import { diskFreeBytes } from './family/disk-free-bytes.ts';
import { dispatchSeconds } from './family/dispatch-seconds.ts';
import { framesRendered } from './family/frames-rendered.ts';
import { heavyCallSeconds } from './family/heavy-call-seconds.ts';
import { heavyCalls } from './family/heavy-calls.ts';
import { heavyCallsEnded } from './family/heavy-calls-ended.ts';
import { importsRejected } from './family/imports-rejected.ts';
import { ingestSeconds } from './family/ingest-seconds.ts';
import { leader } from './family/leader.ts';
import { leaderEpoch } from './family/leader-epoch.ts';
import { lostNodeSeconds } from './family/lost-node-seconds.ts';
import { mediaCacheBytes } from './family/media-cache-bytes.ts';
import { mediaCacheRequests } from './family/media-cache-requests.ts';
import { nodeJobs } from './family/node-jobs.ts';
import { nodes } from './family/nodes.ts';
import { providerCallSeconds } from './family/provider-call-seconds.ts';
import { quarantined } from './family/quarantined.ts';
import { queueWaitSeconds } from './family/queue-wait-seconds.ts';
import { rangeStageSeconds } from './family/range-stage-seconds.ts';
import { ranges } from './family/ranges.ts';
import { rangesStopped } from './family/ranges-stopped.ts';
import { rateLimited } from './family/rate-limited.ts';
import { realtimeRatio } from './family/realtime-ratio.ts';
import { renderChildrenReplaced } from './family/render-children-replaced.ts';
import { renderSeconds } from './family/render-seconds.ts';
import { renders } from './family/renders.ts';
import { rendersInProgress } from './family/renders-in-progress.ts';
import { segments } from './family/segments.ts';
import { signInFailures } from './family/sign-in-failures.ts';
import { slots } from './family/slots.ts';
import { slotsBusy } from './family/slots-busy.ts';
import { speculative } from './family/speculative.ts';
import { storeRequestSeconds } from './family/store-request-seconds.ts';
import { storedBytes } from './family/stored-bytes.ts';
import { sweptBytes } from './family/swept-bytes.ts';
import { sweptObjects } from './family/swept-objects.ts';
import { transferHeldBytes } from './family/transfer-held-bytes.ts';
import { transfersRefused } from './family/transfers-refused.ts';
import { verifyFailures } from './family/verify-failures.ts';
import { webhookDeliveries } from './family/webhook-deliveries.ts';
import { workersRecreated } from './family/workers-recreated.ts';

/** Every metric of Framemill: one file each, one line here. Labels hold no ids, so the number of series stays bounded. */
export const metricFamily = {
  apiRequestSeconds,
  rateLimited,
  authFailures,
  signInFailures,
  renders,
  rendersInProgress,
  queueWaitSeconds,
  renderSeconds,
  realtimeRatio,
  segments,
  ranges,
  rangesStopped,
  attempts,
  rangeStageSeconds,
  framesRendered,
  nodes,
  slots,
  slotsBusy,
  desiredNodes,
  leader,
  leaderEpoch,
  nodeJobs,
  renderChildrenReplaced,
  workersRecreated,
  mediaCacheBytes,
  mediaCacheRequests,
  ingestSeconds,
  dispatchSeconds,
  lostNodeSeconds,
  cancelSeconds,
  verifyFailures,
  storedBytes,
  diskFreeBytes,
  accounts,
  accountShare,
  storeRequestSeconds,
  speculative,
  quarantined,
  sweptObjects,
  sweptBytes,
  importsRejected,
  transfersRefused,
  transferHeldBytes,
  webhookDeliveries,
  providerCallSeconds,
  creditsCharged,
  apiThreadHeldSeconds,
  heavyCalls,
  heavyCallsEnded,
  heavyCallSeconds,
};

type Family = typeof metricFamily;

/** The metrics of one process. `registry` is what `/metrics` answers. */
export type Metrics = { registry: Registry } & { [Name in keyof Family]: ReturnType<Family[Name]['create']> };

/** Gauges of prom-client that are called like counters; the same by type stands beside each without the ending. */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** Creates all metrics, each series labelled with `process` (api, scheduler, farm), beside the usual ones of Node. */
export function createMetrics(process: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ process });
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  return {
    registry,
    apiRequestSeconds: metricFamily.apiRequestSeconds.create(registry),
    rateLimited: metricFamily.rateLimited.create(registry),
    authFailures: metricFamily.authFailures.create(registry),
    signInFailures: metricFamily.signInFailures.create(registry),
    renders: metricFamily.renders.create(registry),
    rendersInProgress: metricFamily.rendersInProgress.create(registry),
    queueWaitSeconds: metricFamily.queueWaitSeconds.create(registry),
    renderSeconds: metricFamily.renderSeconds.create(registry),
    realtimeRatio: metricFamily.realtimeRatio.create(registry),
    segments: metricFamily.segments.create(registry),
    ranges: metricFamily.ranges.create(registry),
    rangesStopped: metricFamily.rangesStopped.create(registry),
    attempts: metricFamily.attempts.create(registry),
    rangeStageSeconds: metricFamily.rangeStageSeconds.create(registry),
    framesRendered: metricFamily.framesRendered.create(registry),
    nodes: metricFamily.nodes.create(registry),
    slots: metricFamily.slots.create(registry),
    slotsBusy: metricFamily.slotsBusy.create(registry),
    desiredNodes: metricFamily.desiredNodes.create(registry),
    leader: metricFamily.leader.create(registry),
    leaderEpoch: metricFamily.leaderEpoch.create(registry),
    nodeJobs: metricFamily.nodeJobs.create(registry),
    renderChildrenReplaced: metricFamily.renderChildrenReplaced.create(registry),
    workersRecreated: metricFamily.workersRecreated.create(registry),
    mediaCacheBytes: metricFamily.mediaCacheBytes.create(registry),
    mediaCacheRequests: metricFamily.mediaCacheRequests.create(registry),
    ingestSeconds: metricFamily.ingestSeconds.create(registry),
    dispatchSeconds: metricFamily.dispatchSeconds.create(registry),
    lostNodeSeconds: metricFamily.lostNodeSeconds.create(registry),
    cancelSeconds: metricFamily.cancelSeconds.create(registry),
    verifyFailures: metricFamily.verifyFailures.create(registry),
    storedBytes: metricFamily.storedBytes.create(registry),
    diskFreeBytes: metricFamily.diskFreeBytes.create(registry),
    accounts: metricFamily.accounts.create(registry),
    accountShare: metricFamily.accountShare.create(registry),
    storeRequestSeconds: metricFamily.storeRequestSeconds.create(registry),
    speculative: metricFamily.speculative.create(registry),
    quarantined: metricFamily.quarantined.create(registry),
    sweptObjects: metricFamily.sweptObjects.create(registry),
    sweptBytes: metricFamily.sweptBytes.create(registry),
    importsRejected: metricFamily.importsRejected.create(registry),
    transfersRefused: metricFamily.transfersRefused.create(registry),
    transferHeldBytes: metricFamily.transferHeldBytes.create(registry),
    webhookDeliveries: metricFamily.webhookDeliveries.create(registry),
    providerCallSeconds: metricFamily.providerCallSeconds.create(registry),
    creditsCharged: metricFamily.creditsCharged.create(registry),
    apiThreadHeldSeconds: metricFamily.apiThreadHeldSeconds.create(registry),
    heavyCalls: metricFamily.heavyCalls.create(registry),
    heavyCallsEnded: metricFamily.heavyCallsEnded.create(registry),
    heavyCallSeconds: metricFamily.heavyCallSeconds.create(registry),
  };
}
