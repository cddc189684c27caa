import { S3ServiceException } from '@aws-sdk/client-s3';
import { FramemillError } from '@framemill/timeline/errors';
import { WrongBytes } from './object-store.ts';

/**
 * Metadata stored with an object to verify it when it is read: the object's key and, if known before the upload, the
 * SHA-256 of its bytes. Objects of earlier software versions have none; only their length is checked.
 */
export interface ObjectSeal {
  readonly sha256: string | null;
}

const names = { key: 'framemill-key', sha256: 'framemill-sha256' };

/**
 * Returns the user metadata for an object to be stored. `sha256` is null for a stream, whose bytes are not known yet.
 */
export function sealFor(key: string, sha256: string | null): Record<string, string> {
  return { [names.key]: key, ...(sha256 === null ? {} : { [names.sha256]: sha256 }) };
}

/** Reads the metadata of a response. Throws `WrongBytes` when it belongs to another object. */
export function checkSeal(key: string, metadata: Record<string, string> | undefined): ObjectSeal {
  const sealed = metadata?.[names.key];
  if (sealed !== undefined && sealed !== key) throw new WrongBytes(key, 'the response is another object');
  return { sha256: metadata?.[names.sha256] ?? null };
}

/** Whether the service responded that there is no such object. */
export function isAbsent(error: unknown): boolean {
  return error instanceof S3ServiceException && (error.$metadata.httpStatusCode === 404 || error.name === 'NoSuchKey');
}

/**
 * Converts an error of the S3 client during a write to an error of `ObjectStore`. Never returns `not_found`: when the
 * completion of a multipart upload gets no response, the client repeats the request, and the service may then report
 * that the upload does not exist.
 */
export function writeError(error: unknown, key: string): unknown {
  return isAbsent(error) ? failed(error, key) : storeError(error, key);
}

/** Whether the service responded that it has no space: HTTP status 507, or one of the error names that services use. */
function isFull(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false;
  return error.$metadata.httpStatusCode === 507 || /StorageFull|InsufficientStorage|QuotaExceeded/i.test(error.name);
}

/** Whether an error of the store means that the access key has no permission, so that a retry would fail too. */
export function isRefusal(error: unknown): boolean {
  return (
    error instanceof FramemillError &&
    error.cause instanceof S3ServiceException &&
    error.cause.$metadata.httpStatusCode === 403
  );
}

/** Converts an error of the S3 client to an error that `ObjectStore` specifies. */
export function storeError(error: unknown, key: string): unknown {
  if (error instanceof FramemillError) return error;
  if (isAbsent(error)) {
    const message = `The object store has no object "${key}". It may have been deleted.`;
    return new FramemillError('not_found', message, {}, { cause: error });
  }
  if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 416) {
    const message = `The requested byte range is outside of "${key}". Request another range.`;
    return new FramemillError('invalid_request', message, {}, { cause: error });
  }
  if (isFull(error)) {
    const message = 'The object store has no space left. Free some space.';
    return new FramemillError('unavailable', message, {}, { cause: error });
  }
  return failed(error, key);
}

// The client's own message is only logged, as the cause; this message may be shown to a user.
function failed(cause: unknown, key: string): FramemillError {
  return new FramemillError('unavailable', `The object store failed for "${key}". Try again later.`, {}, { cause });
}
