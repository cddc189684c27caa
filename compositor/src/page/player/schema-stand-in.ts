// Replaces the schema library in the browser. Documents were validated when they were saved, and only a schema's
// description (the defaults of an effect's parameters) is read here.

/** Substitute for a schema builder; it merges its arguments into one object. */
type Builder = (...parts: unknown[]) => Record<string, unknown>;

/** Substitute for the schema library's `Type`. Every property that is read is a schema builder. */
export const Type: Record<string, Builder> = new Proxy(
  {},
  {
    get:
      (): Builder =>
      (...parts) =>
        Object.assign({}, ...parts),
  },
);

/** Returns a validator that accepts every value. */
export function Compile(): { Check(): boolean; Errors(): never[] } {
  return { Check: () => true, Errors: () => [] };
}
