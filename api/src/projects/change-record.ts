import type { Prisma } from '@framemill/infra';
import type { ChangeSet } from '@framemill/timeline';
import { type Static, Type } from '@framemill/timeline/typebox';
import type { Caller } from '../auth/caller.ts';
import type { ApiDeps } from '../deps.ts';
import type { StoredChange } from './change-journal.ts';
import { ChangesSchema, type CommandInput, CommandSchema } from './command-batch.ts';

/** Schema of the author of a change or a comment. */
export const AuthorSchema = Type.Object({
  via: Type.String({ description: 'How it came in: `editor`, `api`, `mcp`, `planner`, `bot` or `review`.' }),
  name: Type.String({
    description:
      'The app of the key or token; of people in the editor or with a review link, their name. Embed sessions and ' +
      'review links see `Owner` for the account.',
  }),
});

const nullableInteger = (description: string) => Type.Unsafe<number | null>({ type: ['integer', 'null'], description });

const headFields = {
  rev: Type.Integer({ description: 'The rev that the change led to.' }),
  batchId: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'What its sender called it.' }),
  author: AuthorSchema,
  at: Type.String({ format: 'date-time' }),
  undoes: nullableInteger('The rev whose change it took back.'),
  restores: nullableInteger('The rev that it made the present one again.'),
};

/** Schema of one change of a project, including its commands and all effects on the document. */
export const ChangeRecordSchema = Type.Object(
  {
    ...headFields,
    commands: Type.Array(CommandSchema, { description: 'Empty for an undo or a restore.' }),
    changes: ChangesSchema,
  },
  { title: 'Change' },
);

/**
 * Schema of a change in the history list. Instead of the commands, it contains the names of the first 20 and the total
 * number.
 */
export const HistoryEntrySchema = Type.Object(
  {
    ...headFields,
    ops: Type.Array(Type.String(), { description: 'Names of its commands, of the first 20.' }),
    commandCount: Type.Integer(),
  },
  { title: 'HistoryEntry' },
);

/** Converts stored changes to records for responses. Reads the names of all apps that made the changes in one query. */
export async function changeRecords(
  deps: ApiDeps,
  caller: Reader,
  stored: readonly StoredChange[],
): Promise<Static<typeof ChangeRecordSchema>[]> {
  const nameOf = await namesOf(deps, caller, stored);
  return stored.map((one) => {
    const commands: CommandInput[] = JSON.parse(one.commands);
    const changes: ChangeSet = JSON.parse(one.changes);
    return { ...headOf(one, nameOf), commands, changes };
  });
}

/** Converts stored changes to entries of the history. */
export async function historyEntries(
  deps: ApiDeps,
  caller: Reader,
  stored: readonly StoredChange[],
): Promise<Static<typeof HistoryEntrySchema>[]> {
  const nameOf = await namesOf(deps, caller, stored);
  return stored.map((one) => {
    const commands: CommandInput[] = JSON.parse(one.commands);
    return { ...headOf(one, nameOf), ops: commands.slice(0, 20).map(({ op }) => op), commandCount: commands.length };
  });
}

function headOf(one: StoredChange, nameOf: (author: StoredChange['author']) => string) {
  const { rev, batchId, author, createdAt, undoes, restores } = one;
  return {
    rev,
    batchId,
    author: { via: author.via, name: nameOf(author) },
    at: createdAt.toISOString(),
    undoes,
    restores,
  };
}

/** Caller that reads changes. */
type Reader = Pick<Caller, 'accountId' | 'embed'>;

function namesOf(deps: ApiDeps, { accountId, embed }: Reader, stored: readonly StoredChange[]) {
  return authorNames(
    deps.database.client,
    { accountId, isOwner: embed === undefined },
    stored.map(({ author }) => author),
  );
}

/** Reader of authors' names. `isOwner`: a person or program of the account, to whom its name is shown. */
export interface NameReader {
  readonly accountId: string;
  readonly isOwner: boolean;
}

/** Author as it is stored: the id of its app, if any, and the name that an outside person has given. */
interface NamedAuthor {
  readonly appId: string | null;
  readonly endUser?: string | null | undefined;
}

/** Returns the function that names authors of an account. Reads the names of all apps among them in one query. */
export async function authorNames(
  client: Prisma.TransactionClient,
  { accountId, isOwner }: NameReader,
  authors: readonly NamedAuthor[],
): Promise<(author: NamedAuthor) => string> {
  // People outside the account see neither its name nor those of its apps.
  if (!isOwner) return ({ endUser }) => endUser ?? 'Owner';
  const ids = [...new Set(authors.flatMap(({ appId }) => appId ?? []))];
  const [apps, account] = await Promise.all([
    ids.length === 0 ? [] : client.app.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } }),
    client.account.findUnique({ where: { id: accountId }, select: { name: true } }),
  ]);
  const names = new Map(apps.map(({ id, name }) => [id, name]));
  return ({ appId, endUser }) => endUser ?? (appId === null ? account?.name : names.get(appId)) ?? 'a removed app';
}
