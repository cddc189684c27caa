import { type NodeLease, OLDEST_PROTOCOL_VERSION, PROTOCOL_VERSION } from '../src/protocol/index.ts';
import { fakeFingerprint } from './fake-node.ts';

/** Returns the lease of an idle node with two slots, with the changes that a test needs. */
export function nodeLease(changes: Partial<NodeLease> = {}): NodeLease {
  return {
    ...{ nodeId: 'node-1', host: 'test', pid: 1, slots: 2, busy: 0, engines: { cpu: fakeFingerprint } },
    ...{
      protocolVersion: PROTOCOL_VERSION,
      oldestProtocolVersion: OLDEST_PROTOCOL_VERSION,
      version: '0.0.0',
      memoryBytes: 0,
      codecs: [],
      running: [],
      draining: false,
    },
    ...changes,
  };
}
