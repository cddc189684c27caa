import type { Prisma } from '@framemill/infra';
import type { Ages } from './ages.ts';

/** Kind of objects: those under one key prefix, with the rule that determines which of them are still in use. */
export interface ObjectKind {
  readonly kind: SweptKind;
  readonly prefix: string;
  /** Returns the age below which objects are not removed, in ms. */
  readonly youngMs: (ages: Ages) => number;
  /** Returns the keys among `keys` to which a database row refers; null: no row refers to objects of this kind. */
  readonly wanted: Wanted | null;
}

type Wanted = (tx: Prisma.TransactionClient, keys: readonly string[], ages: Ages, now: Date) => Promise<Set<string>>;

const orphans = (ages: Ages) => ages.orphanMs;

/** Prefixes of frames: they are below the prefix of the exports, but other retention times apply to them. */
const framesPrefix = 'exports/frames/';
const keptFramesPrefix = 'exports/kept-frames/';

/**
 * Kinds of objects that may be swept, one entry per prefix. Objects under other prefixes (fixtures) are never removed.
 */
export const objectKinds: readonly ObjectKind[] = [
  { kind: 'segments', prefix: 'segments/', youngMs: orphans, wanted: segmentsWanted },
  { kind: 'documents', prefix: 'renders/', youngMs: orphans, wanted: documentsWanted },
  { kind: 'previews', prefix: 'previews/', youngMs: ({ previewMs }) => previewMs, wanted: null },
  { kind: 'frames', prefix: framesPrefix, youngMs: ({ previewMs }) => previewMs, wanted: null },
  { kind: 'frames', prefix: keptFramesPrefix, youngMs: ({ keptFrameMs }) => keptFrameMs, wanted: null },
  { kind: 'exports', prefix: 'exports/', youngMs: orphans, wanted: exportsWanted },
  { kind: 'uploads', prefix: 'uploads/', youngMs: orphans, wanted: uploadsWanted },
  ...['proxies/', 'posters/', 'filmstrips/', 'waveforms/', 'peaks/', 'analyses/'].map(
    (prefix): ObjectKind => ({ kind: 'ingests', prefix, youngMs: orphans, wanted: ingestsWanted }),
  ),
];

async function segmentsWanted(tx: Prisma.TransactionClient, keys: readonly string[]): Promise<Set<string>> {
  const parts = keys.map((key) => key.split('/'));
  const rows = await tx.$queryRaw<{ accountId: string; contentKey: string; sha256: string }[]>`
    SELECT a."accountId", a."contentKey", a.sha256 FROM "Artifact" a
    JOIN unnest(${parts.map((part) => part[1] ?? '')}::text[], ${parts.map((part) => part[2] ?? '')}::text[])
      AS k(account, content) ON a."accountId" = k.account AND a."contentKey" = k.content`;
  return new Set(rows.map(({ accountId, contentKey, sha256 }) => `segments/${accountId}/${contentKey}/${sha256}`));
}

async function documentsWanted(
  tx: Prisma.TransactionClient,
  keys: readonly string[],
  ages: Ages,
  now: Date,
): Promise<Set<string>> {
  const renderOf = (key: string) => key.split('/')[1] ?? '';
  const rows = await tx.render.findMany({
    where: {
      id: { in: keys.map(renderOf) },
      OR: [{ completedAt: null }, { completedAt: { gt: new Date(now.getTime() - ages.renderMs) } }],
    },
    select: { id: true },
  });
  const kept = new Set(rows.map(({ id }) => id));
  return new Set(keys.filter((key) => kept.has(renderOf(key))));
}

// A mux may have written the file of a render that was cancelled at that moment.
async function exportsWanted(tx: Prisma.TransactionClient, keys: readonly string[]): Promise<Set<string>> {
  const rows = await tx.render.findMany({
    where: { exportKey: { in: [...keys] }, status: { in: ['PENDING', 'PROCESSING', 'COMPLETED'] } },
    select: { exportKey: true },
  });
  const kept = new Set(rows.map(({ exportKey }) => exportKey));
  const isFrame = (key: string) => key.startsWith(framesPrefix) || key.startsWith(keptFramesPrefix);
  return new Set(keys.filter((key) => kept.has(key) || isFrame(key)));
}

async function uploadsWanted(tx: Prisma.TransactionClient, keys: readonly string[]): Promise<Set<string>> {
  const where = { objectKey: { in: [...keys] } };
  const rows = await tx.media.findMany({ where, select: { objectKey: true } });
  return new Set(rows.map(({ objectKey }) => objectKey));
}

// `<prefix>/<account>/<hash of the file>...`: in use as long as the account has a file with that hash.
async function ingestsWanted(tx: Prisma.TransactionClient, keys: readonly string[]): Promise<Set<string>> {
  const ownerOf = (key: string) => {
    const [, accountId = '', name = ''] = key.split('/');
    return { accountId, sha256: name.slice(0, 64) };
  };
  const owners = keys.map(ownerOf);
  const rows = await tx.$queryRaw<{ accountId: string; sha256: string }[]>`
    SELECT m."accountId", m.sha256 FROM "Media" m
    JOIN unnest(${owners.map(({ accountId }) => accountId)}::text[], ${owners.map(({ sha256 }) => sha256)}::text[])
      AS k(account, sha) ON m."accountId" = k.account AND m.sha256 = k.sha`;
  const kept = new Set(rows.map(({ accountId, sha256 }) => `${accountId}/${sha256}`));
  return new Set(
    keys.filter((key) => {
      const { accountId, sha256 } = ownerOf(key);
      return kept.has(`${accountId}/${sha256}`);
    }),
  );
}

/** Kinds of objects that the sweep removes when they are no longer needed. */
export const sweptKinds = ['segments', 'documents', 'previews', 'frames', 'exports', 'uploads', 'ingests'] as const;
/** Kind of object that the sweep removes. */
export type SweptKind = (typeof sweptKinds)[number];

/** Counts of a sweep's removals. */
export interface SweepReport {
  readonly objects: Record<SweptKind, number>;
  readonly bytes: Record<SweptKind, number>;
  /**
   * Numbers of removed database rows: artifacts, renders that were removed with their files, renders whose segments and
   * tasks were removed, batches whose documents were removed, events, and expired records. `totals` is the number of
   * repaired totals.
   */
  readonly rows: Record<
    'artifacts' | 'removedRenders' | 'renders' | 'batches' | 'events' | 'expired' | 'totals',
    number
  >;
  /** Names of the parts that failed; the log has their errors. */
  readonly failed: string[];
}

/** Returns the report of a sweep that has removed nothing yet. */
export function emptyReport(): SweepReport {
  const none = { segments: 0, documents: 0, previews: 0, frames: 0, exports: 0, uploads: 0, ingests: 0 };
  const rows = { artifacts: 0, removedRenders: 0, renders: 0, batches: 0, events: 0, expired: 0, totals: 0 };
  return { objects: { ...none }, bytes: { ...none }, rows, failed: [] };
}
