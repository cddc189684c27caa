// The text engine with the bundled fonts, and uploaded fonts. Loads no native code.
export { documentFonts } from './document-fonts.ts';
export { fontPaths, openTextEngine } from './font-files.ts';
export { readFont } from './read-font.ts';
