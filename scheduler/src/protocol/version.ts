/**
 * Version of the messages between scheduler and nodes. It is written into every payload and every node lease.
 * Raise it only when an older reader would misread a message; an added optional field is no reason.
 */
export const PROTOCOL_VERSION = 1;

/** The oldest version whose messages this release still writes and reads. Raise it when an older one is given up. */
export const OLDEST_PROTOCOL_VERSION = 1;

/** Versions that a node or scheduler speaks, both ends included. A lease without the oldest one speaks a single version. */
export interface SpokenProtocols {
  readonly protocolVersion: number;
  readonly oldestProtocolVersion?: number | undefined;
}

const ours: SpokenProtocols = {
  protocolVersion: PROTOCOL_VERSION,
  oldestProtocolVersion: OLDEST_PROTOCOL_VERSION,
};

/** The newest version that both sides speak (the other one and, unless given, this release); null: none. */
export function commonProtocol(other: SpokenProtocols, own: SpokenProtocols = ours): number | null {
  const newest = Math.min(other.protocolVersion, own.protocolVersion);
  const oldest = Math.max(
    other.oldestProtocolVersion ?? other.protocolVersion,
    own.oldestProtocolVersion ?? own.protocolVersion,
  );
  return newest >= oldest ? newest : null;
}
