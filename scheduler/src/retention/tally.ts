/** Kinds of object that are swept. */
export const sweptKinds = ['segments', 'documents', 'previews', 'frames', 'exports', 'uploads', 'ingests'] as const;
/** A kind of object that the garbage collection removes. */
export type SweptKind = (typeof sweptKinds)[number];

/** What a sweep removed. */
export interface SweepReport {
  readonly objects: Record<SweptKind, number>;
  readonly bytes: Record<SweptKind, number>;
  /** Rows of the database: of the artifacts, of ended renders' segments and tasks, documents of ended batches, of events, of what had an end of its own. */
  readonly rows: { artifacts: number; renders: number; batches: number; events: number; expired: number };
}

/** The report of a sweep that has removed nothing yet. */
export function emptyReport(): SweepReport {
  const none = { segments: 0, documents: 0, previews: 0, frames: 0, exports: 0, uploads: 0, ingests: 0 };
  const rows = { artifacts: 0, renders: 0, batches: 0, events: 0, expired: 0 };
  return { objects: { ...none }, bytes: { ...none }, rows };
}
