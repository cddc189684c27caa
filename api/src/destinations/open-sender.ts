import type { Outbound } from '../outbound/outbound.ts';
import type { Target } from './destination-fields.ts';
import { createPutSender } from './put-sender.ts';
import type { Sender } from './sender.ts';

/** Creates the sender for a target. The clients for S3 and SSH are loaded on first use. */
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
