import { engineFingerprint } from '../../fingerprint.ts';
import { availableEncoders } from '../available-encoders.ts';
import type { Handler } from './handler.ts';

/** Says which engine this is: equal fingerprints make equal bytes. */
export const fingerprint: Handler<'fingerprint'> = {
  type: 'fingerprint',
  run: async () => ({ fingerprint: await engineFingerprint(), codecs: availableEncoders() }),
};
