import type { ChildTask } from '@framemill/compositor/child';
import { FramemillError } from '@framemill/timeline/errors';

/**
 * Adds to a child's error the hash of the source it names by its clip's `src`: the child knows clips, the scheduler
 * keeps broken sources by their hash. Other errors come back as they are.
 */
export function withBrokenSource(error: unknown, task: ChildTask): unknown {
  if (!(error instanceof FramemillError) || !('media' in task) || typeof error.details.src !== 'string') return error;
  const sha256 = task.media[error.details.src]?.facts.sha256;
  if (sha256 === undefined) return error;
  return new FramemillError(error.code, error.message, { ...error.details, sha256 }, { cause: error });
}
