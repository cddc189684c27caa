import { S3ServiceException } from '@aws-sdk/client-s3';
import { FramemillError } from '@framemill/timeline/errors';

/** Whether the service says that there is no such object. */
export function isAbsent(error: unknown): boolean {
  return error instanceof S3ServiceException && (error.$metadata.httpStatusCode === 404 || error.name === 'NoSuchKey');
}

/**
 * What the S3 client threw at a write. Never `not_found`: an upload in parts that was completed without an answer is gone when the
 * client asks for its completion again.
 */
export function writeError(error: unknown, key: string): unknown {
  return isAbsent(error) ? failed(error, key) : storeError(error, key);
}

/** Whether the service says that it has no room: HTTP's 507, and the names that services have for it. */
function isFull(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false;
  return error.$metadata.httpStatusCode === 507 || /StorageFull|InsufficientStorage|QuotaExceeded/i.test(error.name);
}

/** Whether an error of the store is a refusal: the caller's access key may not do this, now or with the next request. */
export function isRefusal(error: unknown): boolean {
  return (
    error instanceof FramemillError &&
    error.cause instanceof S3ServiceException &&
    error.cause.$metadata.httpStatusCode === 403
  );
}

/** What the S3 client threw, as the errors that `ObjectStore` promises. */
export function storeError(error: unknown, key: string): unknown {
  if (error instanceof FramemillError) return error;
  if (isAbsent(error)) return new FramemillError('not_found', `There is no object "${key}".`, {}, { cause: error });
  if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 416) {
    return new FramemillError('invalid_request', `The wanted bytes are outside of "${key}".`, {}, { cause: error });
  }
  if (isFull(error)) {
    const message = 'The object store has no space left. Free some space.';
    return new FramemillError('unavailable', message, {}, { cause: error });
  }
  return failed(error, key);
}

// Its own words are in the log, by the cause; this may be shown to a caller.
function failed(cause: unknown, key: string): FramemillError {
  return new FramemillError('unavailable', `The object store failed on "${key}". Try again later.`, {}, { cause });
}
