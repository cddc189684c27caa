import type { JobFailure } from '@framemill/scheduler/protocol';
import { ProtocolError } from '@framemill/scheduler/protocol';
import { FramemillError } from '@framemill/timeline/errors';
import { AbsentHere } from '../cache/store-patience.ts';
import { ChildLost } from '../children/child-lost.ts';
import { MissingObjects } from '../jobs/fetch-artifacts.ts';
import { FaultySource } from '../jobs/find-faulty-source.ts';
import { JobStopped } from '../jobs/job-kind.ts';
import { RangeStopped } from '../jobs/store-segments.ts';

const interruptions = {
  stopping: 'The node is stopping.',
  'lock-lost': 'The node lost its lock on the job.',
  'for-others': 'The frame range was stopped to free its slot for other accounts.',
};

/**
 * Converts the error of a job to the failure that is reported to the scheduler. Stops are checked first, because a job
 * that is stopped may fail with any error.
 */
export function jobFailure(error: unknown, signal: AbortSignal, nodeId: string): JobFailure {
  // Two jobs may share one download: stopping one of them ends the other's download as well.
  const stopped: unknown = signal.aborted ? signal.reason : error;
  if (stopped instanceof JobStopped) {
    const { kind } = stopped;
    if (kind === 'cancelled' || kind === 'done-elsewhere') {
      const why = kind === 'cancelled' ? 'The render was cancelled.' : 'Another attempt completed the work.';
      return { kind: 'cancelled', code: 'unavailable', message: why, nodeId };
    }
    const kept = error instanceof RangeStopped ? { segments: error.segments } : {};
    return { kind: 'interrupted', code: 'unavailable', message: interruptions[kind], nodeId, ...kept };
  }
  const message = messageOf(error);
  if (error instanceof MissingObjects) {
    return { kind: 'failed', code: 'not_found', message, nodeId, missingKeys: error.keys.slice(0, 64) };
  }
  if (error instanceof AbsentHere) {
    return { kind: 'interrupted', code: 'not_found', message, nodeId, missingKeys: [error.key] };
  }
  if (error instanceof ProtocolError) return { kind: 'fatal', code: 'internal_error', message, nodeId };
  if (error instanceof ChildLost) return { ...lossFailure(error), message, nodeId };
  if (error instanceof FaultySource) {
    return { ...lossFailure(error.lost), message, nodeId, mediaSha256: error.sha256 };
  }
  if (error instanceof FramemillError) {
    const facts = { ...brokenMedia(error), ...faultyPageOf(error), ...waitsForOf(error), ...cardOf(error) };
    return { kind: kindOf(error), code: error.code, message, nodeId, ...facts };
  }
  if (isDiskFull(error)) {
    const full = 'The disk of the node is full. Free some disk space.';
    return { kind: 'interrupted', code: 'unavailable', message: full, nodeId, waitsFor: 'disk' };
  }
  return { kind: 'failed', code: 'internal_error', message, nodeId };
}

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOSPC';
}

/**
 * Returns the error message to show to the owner of the render. Messages of Node.js or a library appear only in the
 * log, because they describe this machine.
 */
function messageOf(error: unknown): string {
  const isOurs = ours.some((known) => error instanceof known);
  if (error instanceof Error && isOurs) return error.message;
  return 'An internal error occurred on the node. See the log of the node.';
}

/** Error classes whose messages may be shown to users. */
const ours = [FramemillError, MissingObjects, AbsentHere, ProtocolError, ChildLost, FaultySource];

/**
 * Converts the loss of a render child to a failure. When the child was ended from outside, the job itself is not
 * blamed; the scheduler counts out-of-memory kills.
 */
function lossFailure({ reason, memory }: ChildLost): Pick<JobFailure, 'kind' | 'code' | 'oom'> {
  switch (reason) {
    case 'killed':
      return { kind: 'interrupted', code: 'unavailable' };
    case 'oom':
      return { kind: 'interrupted', code: 'quota_exceeded', ...(memory === undefined ? {} : { oom: memory }) };
    case 'stuck':
      return { kind: 'failed', code: 'over_budget' };
    case 'memory':
      return { kind: 'failed', code: 'quota_exceeded' };
    default:
      return { kind: 'failed', code: 'internal_error' };
  }
}

function kindOf(error: FramemillError): JobFailure['kind'] {
  switch (error.code) {
    // Broken media, an impossible document, a missing source: every node would fail in the same way.
    case 'invalid_request':
    case 'not_found':
    case 'payload_too_large':
      return 'fatal';
    // The store is unavailable, the disk is full, or this node has another engine: the work itself did not fail.
    case 'unavailable':
      return 'interrupted';
    default:
      return 'failed';
  }
}

/** Returns the HTML clip or document whose previews the service refuses from now on. */
function faultyPageOf({ details: { faultyPage } }: FramemillError): Pick<JobFailure, 'faultyPage'> {
  if (typeof faultyPage !== 'object' || faultyPage === null || !('sha256' in faultyPage) || !('reason' in faultyPage))
    return {};
  const { sha256, reason } = faultyPage;
  return typeof sha256 === 'string' && typeof reason === 'string'
    ? { faultyPage: { sha256, reason: reason.slice(0, 500) } }
    : {};
}

/** Returns the resource that the job waits for (`disk`: free disk space). An operator must provide it. */
function waitsForOf({ details }: FramemillError): Pick<JobFailure, 'waitsFor'> {
  return details.waitsFor === 'disk' ? { waitsFor: 'disk' } : {};
}

/**
 * Returns the GPU problem that the scheduler counts. A render goes to CPU nodes when it does not fit into GPU memory,
 * or when GPUs are lost during it repeatedly.
 */
function cardOf({ details }: FramemillError): Pick<JobFailure, 'card'> {
  if (details.deviceFull === true) return { card: 'full' };
  return details.deviceLost === true ? { card: 'lost' } : {};
}

/**
 * Returns the hash of a faulty source, so that other renders refuse it at once. Returns no hash when only a seek took
 * too long, because other parts of the source are usable.
 */
function brokenMedia({ code, details }: FramemillError): { mediaSha256?: string } {
  const { sha256, overBudget } = details;
  return overBudget !== true &&
    code === 'invalid_request' &&
    typeof sha256 === 'string' &&
    /^[0-9a-f]{64}$/.test(sha256)
    ? { mediaSha256: sha256 }
    : {};
}
