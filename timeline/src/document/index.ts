export { color } from './color.ts';
export { parseDocument } from './parse-document.ts';
