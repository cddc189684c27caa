// Stands in the browser for the schema library: documents were checked when they were saved, and a schema's description is
// all that is left to read there (the defaults of an effect's parameters).

/** Any builder of schemas: what it is given, put together. */
type Builder = (...parts: unknown[]) => Record<string, unknown>;

/** Builders by any name. */
export const Type: Record<string, Builder> = new Proxy(
  {},
  {
    get:
      (): Builder =>
      (...parts) =>
        Object.assign({}, ...parts),
  },
);

/** A check that lets everything pass. */
export function Compile(): { Check(): boolean; Errors(): never[] } {
  return { Check: () => true, Errors: () => [] };
}
