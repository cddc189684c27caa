// The schema library, as this repository uses it: the types of what `build.mjs` bundles.
export { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';
export type { TLocalizedValidationError } from 'typebox/error';
export { Value } from 'typebox/value';
export { Compile } from './compile.ts';
