/**
 * Version of the messages between scheduler and nodes. It is written into every payload and every node lease.
 * Raise it only when an older reader would misread a message; an added optional field is no reason.
 */
export const PROTOCOL_VERSION = 1;
