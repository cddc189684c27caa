/**
 * Newest protocol version between scheduler and nodes that this software version reads. Every lease contains it. Raise
 * it only when an older reader would misread a message; an added optional field is no reason.
 *
 * 2: a lease has the engine of each pool (`engines`). 1: it has one engine, and another one for html clips.
 */
export const PROTOCOL_VERSION = 2;

/**
 * Oldest protocol version that this software version reads. Raise it one software version after `PROTOCOL_VERSION`,
 * when no node and no scheduler of the older version is left.
 */
export const OLDEST_PROTOCOL_VERSION = 1;

/** Protocol version in which messages are written: the oldest, which every software version in use reads. */
export const WRITTEN_VERSION = 1;

/**
 * Protocol versions that a node or scheduler supports, both ends included. Without `oldestProtocolVersion` it supports
 * a single version.
 */
export interface SpokenProtocols {
  readonly protocolVersion: number;
  readonly oldestProtocolVersion?: number | undefined;
}

/**
 * Whether a node reads messages of the protocol version `written`, by default the one that this software version
 * writes.
 */
export function understands(node: SpokenProtocols, written: number = WRITTEN_VERSION): boolean {
  return written <= node.protocolVersion && written >= (node.oldestProtocolVersion ?? node.protocolVersion);
}
