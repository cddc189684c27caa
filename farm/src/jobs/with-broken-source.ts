import type { ChildTask } from '@framemill/compositor/child';
import { FramemillError } from '@framemill/timeline/errors';

/**
 * Adds to a child's error the hash of the source that the error names by its clip's `src`: the scheduler records
 * faulty sources by their hash. Other errors are returned unchanged.
 */
export function withBrokenSource(error: unknown, task: ChildTask): unknown {
  if (!(error instanceof FramemillError) || !('media' in task) || typeof error.details.src !== 'string') return error;
  const sha256 = task.media[error.details.src]?.facts.sha256;
  if (sha256 === undefined) return error;
  return new FramemillError(error.code, error.message, { ...error.details, sha256 }, { cause: error });
}
