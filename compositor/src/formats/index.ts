// Formats of files as data and pure functions, for services and browsers. Nothing here imports Node or native code.
export { SNIFF_BYTES, sniffContainer } from './containers.ts';
export { readDecoderConfig } from './h264/decoder-config.ts';
export {
  type Assembly,
  type Compression,
  captionCoding,
  compressions,
  type Format,
  formatFacts,
  formatOfEnding,
  formats,
  holdsChapters,
  keepsAlpha,
  type Quality,
  qualities,
  takesAspect,
  takesCompression,
} from './output-formats.ts';
export {
  ANIMATION_MAX_BYTES,
  type AnimationFormat,
  animationFormat,
  CUBE_MAX_BYTES,
  FONT_MAX_BYTES,
  fontFormat,
  looksLikeCube,
  looksLikeTable,
  MAX_UPLOAD_MB,
  SUBTITLE_MAX_BYTES,
  subtitleFormat,
  subtitleText,
  TABLE_MAX_BYTES,
  uploadRoute,
} from './upload-formats.ts';
