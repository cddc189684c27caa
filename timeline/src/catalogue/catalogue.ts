/**
 * Fonts, effects, transitions and shapes that a renderer can draw.
 * The caller passes the catalogue to the reducer, so that commands can refuse what cannot be drawn. This package
 * therefore depends on no renderer.
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
