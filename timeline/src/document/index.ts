export { color, colorOrAuto } from './color.ts';
export { parseDocument } from './parse-document.ts';
