/** Kinds of objects that are swept. */
export const sweptKinds = ['segments', 'documents', 'previews', 'frames', 'exports', 'uploads', 'ingests'] as const;
/** Kind of object that the sweep removes. */
export type SweptKind = (typeof sweptKinds)[number];

/** Counts of a sweep's removals. */
export interface SweepReport {
  readonly objects: Record<SweptKind, number>;
  readonly bytes: Record<SweptKind, number>;
  /**
   * Numbers of removed database rows: artifacts, renders whose segments and tasks were removed, batches whose
   * documents were removed, events, and expired records.
   */
  readonly rows: { artifacts: number; renders: number; batches: number; events: number; expired: number };
}

/** Returns the report of a sweep that has removed nothing yet. */
export function emptyReport(): SweepReport {
  const none = { segments: 0, documents: 0, previews: 0, frames: 0, exports: 0, uploads: 0, ingests: 0 };
  const rows = { artifacts: 0, renders: 0, batches: 0, events: 0, expired: 0 };
  return { objects: { ...none }, bytes: { ...none }, rows };
}
