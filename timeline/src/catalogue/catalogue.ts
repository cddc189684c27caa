/**
 * Everything that a renderer can draw. The caller passes it to the reducer, so that commands can refuse whatever no
 * renderer can draw without this package depending on a renderer.
 */
export interface Catalogue {
  fonts: { family: string; weights: number[] }[];
  /**
   * JSON schema of each effect's parameters. Always an object schema; missing parameters take the property's `default`.
   */
  effects: Record<string, object>;
  transitions: string[];
  shapes: string[];
}
