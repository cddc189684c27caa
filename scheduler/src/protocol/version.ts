/**
 * The newest version of the messages between scheduler and nodes that this release reads. Every lease names it. Raise it only
 * when an older reader would misread a message; an added optional field is no reason.
 *
 * 2: a lease names the engine of each pool (`engines`). 1: it names one, and one for html clips.
 */
export const PROTOCOL_VERSION = 2;

/**
 * The oldest version that this release reads. Raise it one release after `PROTOCOL_VERSION`, when no node and no scheduler of the
 * older version is left.
 */
export const OLDEST_PROTOCOL_VERSION = 1;

/** The version that messages are written in: the oldest, which every release beside this one reads. */
export const WRITTEN_VERSION = 1;

/** Versions that a node or scheduler speaks, both ends included. A lease without the oldest one speaks a single version. */
export interface SpokenProtocols {
  readonly protocolVersion: number;
  readonly oldestProtocolVersion?: number | undefined;
}

/** Whether a node reads what this release writes, or what `written` names. */
export function understands(node: SpokenProtocols, written: number = WRITTEN_VERSION): boolean {
  return written <= node.protocolVersion && written >= (node.oldestProtocolVersion ?? node.protocolVersion);
}
