/**
 * What can be drawn: given to the reducer by whoever draws, so that commands can refuse what no renderer could show
 * without this package knowing one.
 */
export interface Catalogue {
  fonts: { family: string; weights: number[] }[];
  /** JSON schema of the parameters of each effect: an object; the `default` of a property is filled in when it is not given. */
  effects: Record<string, object>;
  transitions: string[];
  shapes: string[];
}
