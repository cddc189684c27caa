import { FramemillError } from '@framemill/timeline';
import type { ApiDeps } from '../deps.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { deliveryFault } from './delivery-fault.ts';
import type { S3Target, SftpTarget, Target } from './destination-fields.ts';
import { createPutSender } from './put-sender.ts';
import type { CheckResult, Sender } from './sender.ts';

/** Maximum duration of a destination test, in milliseconds. */
const CHECK_TIMEOUT_MS = 30_000;

/** Creates the sender for a target. The S3 and SSH libraries are loaded on first use. */
export async function openSender(outbound: Outbound, target: Target): Promise<Sender> {
  switch (target.kind) {
    case 's3': {
      const { createS3Sender } = await import('./s3-sender.ts');
      return createS3Sender(outbound, target);
    }
    case 'sftp': {
      const { createSftpSender } = await import('./sftp-sender.ts');
      return createSftpSender(outbound, target);
    }
    case 'put':
      return createPutSender(outbound, target);
  }
}

/**
 * Tests a target by writing a file of a few bytes and removing it.
 * Throws `invalid_request` for errors in the settings that are detected without a connection. Throws `provider_error`
 * with advice when the destination refuses or cannot be reached.
 */
export async function checkTarget({ outbound }: Pick<ApiDeps, 'outbound'>, target: Target): Promise<CheckResult> {
  if (target.kind === 'sftp') await checkSignIn(target);
  if (target.kind === 's3') await checkEndpoint(outbound, target);
  try {
    const sender = await openSender(outbound, target);
    return await sender.check(AbortSignal.timeout(CHECK_TIMEOUT_MS));
  } catch (error) {
    if (error instanceof FramemillError) throw error;
    throw new FramemillError('provider_error', `The test of the destination failed: ${deliveryFault(error).message}`);
  }
}

async function checkEndpoint(outbound: Outbound, { endpoint }: S3Target): Promise<void> {
  if (endpoint === undefined) return;
  const field = 'body.s3.endpoint';
  const url = URL.parse(endpoint);
  // The S3 client would drop the query and fragment silently.
  if (url !== null && (url.search !== '' || url.hash !== '')) {
    const message = 'The endpoint has a query or a fragment. Send the address without them.';
    throw new FramemillError('invalid_request', message, { field });
  }
  await outbound.check(endpoint, { field });
}

async function checkSignIn({ password, privateKey }: SftpTarget): Promise<void> {
  if (password === undefined && privateKey === undefined) {
    const message = 'body.sftp has neither a password nor a privateKey. Send one of them.';
    throw new FramemillError('invalid_request', message, { field: 'body.sftp' });
  }
  if (privateKey === undefined) return;
  const { privateKeyFault } = await import('./sftp-session.ts');
  const fault = privateKeyFault(privateKey);
  if (fault !== null) throw new FramemillError('invalid_request', fault, { field: 'body.sftp.privateKey' });
}
