export { EncoderSetupSchema, MediaFactsSchema, PacketFactsSchema } from '../media/media-facts-schema.ts';
export { color, colorOrAuto } from './color.ts';
export { documentJsonSchema } from './document-json-schema.ts';
export { documentProblems, parseDocument } from './parse-document.ts';
export type { SchemaProblem } from './schema-error.ts';
