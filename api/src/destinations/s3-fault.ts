import { S3ServiceException } from '@aws-sdk/client-s3';
import { DeliveryFault, isRetryableStatus } from './delivery-fault.ts';
import type { S3Target } from './destination-fields.ts';

type Advice = (target: S3Target) => string;

/** Advice for the error names of S3 services. */
const known: Readonly<Record<string, Advice>> = {
  InvalidAccessKeyId: () => 'The access key is unknown to the service. Check accessKeyId.',
  SignatureDoesNotMatch: () => 'The secret key does not match the access key. Check secretAccessKey.',
  AccessDenied: ({ bucket }) => `The keys may not write to "${bucket}". Allow s3:PutObject on the bucket and prefix.`,
  AllAccessDisabled: ({ bucket }) => `Access to the bucket "${bucket}" is disabled. Enable it, or use another one.`,
  NoSuchBucket: ({ bucket }) => `There is no bucket "${bucket}". Create it, or check its name and the endpoint.`,
  PermanentRedirect: ({ bucket }) => `The bucket "${bucket}" is in another region. Set region to that one.`,
  AuthorizationHeaderMalformed: () => 'The bucket is in another region. Set region to that one.',
  RequestTimeTooSkewed: () => 'The clocks of the service and of this server differ too much. Contact the operator.',
  EntityTooLarge: () => 'The file is too large for the bucket.',
};

/**
 * Converts an error of the S3 client to a `DeliveryFault` for the owner of the file. Other errors are returned
 * unchanged.
 */
export function s3Fault(error: unknown, target: S3Target): unknown {
  if (!(error instanceof S3ServiceException)) return error;
  const status = error.$metadata.httpStatusCode ?? 500;
  const advice = Object.hasOwn(known, error.name) ? known[error.name] : undefined;
  if (advice) return new DeliveryFault(advice(target), { retryable: false });
  if (status === 507 || /StorageFull|InsufficientStorage|QuotaExceeded/i.test(error.name)) {
    return new DeliveryFault('The bucket has no space left. Free some space: the delivery is retried.', {
      retryable: true,
    });
  }
  if (status === 403) return new DeliveryFault(known.AccessDenied?.(target) ?? '', { retryable: false });
  if (status >= 300 && status < 400) {
    return new DeliveryFault(known.PermanentRedirect?.(target) ?? '', { retryable: false });
  }
  // Error names come from the service: only word characters are shown.
  const name = /^\w{1,40}$/.test(error.name) ? error.name : 'an error';
  const retryable = isRetryableStatus(status) || status < 300 || error.name === 'NoSuchUpload';
  const next = retryable ? 'The delivery is retried.' : 'Check the endpoint and the bucket.';
  return new DeliveryFault(`The service answered with status ${status} (${name}). ${next}`, { retryable });
}
