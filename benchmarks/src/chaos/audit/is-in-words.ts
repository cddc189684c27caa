/** Traces of a program where a sentence for a customer should be: a stack, a value that is none, an encoded object. */
const traces = /\n\s+at |\bat \S+:\d+:\d+|\bundefined\b|\bNaN\b|\[object |^\s*[{[]|node_modules|\bPrisma/;

/** Whether a render's reason is a text for people: some words, and no trace of a program. */
export function isInWords(reason: string | null): boolean {
  return reason !== null && reason.trim().split(/\s+/).length >= 4 && !traces.test(reason);
}
