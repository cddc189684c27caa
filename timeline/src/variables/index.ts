// Values of variables, for renderers: this entry point loads the document's schemas, but neither commands nor their
// schemas.
export { followMedia, followsMedia } from '../media-length/follow-media.ts';
export { fillVariables } from './fill-variables.ts';
export { defaultSource, placeholdersOf, withDefaultSource } from './placeholder.ts';
