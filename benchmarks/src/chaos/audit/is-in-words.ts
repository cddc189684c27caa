/**
 * Matches program output that must not appear in a message for customers: a stack trace, an invalid value, an encoded
 * object.
 */
const traces = /\n\s+at |\bat \S+:\d+:\d+|\bundefined\b|\bNaN\b|\[object |^\s*[{[]|node_modules|\bPrisma/;

/** Whether a render's failure reason is readable text: at least four words, and no program output. */
export function isInWords(reason: string | null): boolean {
  return reason !== null && reason.trim().split(/\s+/).length >= 4 && !traces.test(reason);
}
