// The text engine with the bundled fonts, and uploaded fonts. Loads no native code.
export { fontPaths, openTextEngine } from './font-files.ts';
export { readFont } from './read-font.ts';
