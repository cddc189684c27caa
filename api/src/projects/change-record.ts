import type { ChangeSet } from '@framemill/timeline';
import { type Static, Type } from '@framemill/timeline/typebox';
import type { Caller } from '../auth/caller.ts';
import type { ApiDeps } from '../deps.ts';
import type { StoredChange } from './change-journal.ts';
import { ChangesSchema, type CommandInput, CommandSchema } from './command-batch.ts';

const AuthorSchema = Type.Object({
  via: Type.String({ description: 'How it came in: `editor`, `api`, `mcp`, `planner` or `bot`.' }),
  name: Type.String({
    description:
      'The app of the key or token; of people in the editor, their name. Embed sessions see `Owner` for the account.',
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
  const nameOf = await authorNames(deps, caller, stored);
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
  const nameOf = await authorNames(deps, caller, stored);
  return stored.map((one) => {
    const commands: CommandInput[] = JSON.parse(one.commands);
    return { ...headOf(one, nameOf), ops: commands.slice(0, 20).map(({ op }) => op), commandCount: commands.length };
  });
}

function headOf(one: StoredChange, nameOf: (one: StoredChange) => string) {
  const { rev, batchId, author, createdAt, undoes, restores } = one;
  return {
    rev,
    batchId,
    author: { via: author.via, name: nameOf(one) },
    at: createdAt.toISOString(),
    undoes,
    restores,
  };
}

/** Caller that reads changes. */
type Reader = Pick<Caller, 'accountId' | 'embed'>;

async function authorNames({ database }: ApiDeps, { accountId, embed }: Reader, stored: readonly StoredChange[]) {
  const ids = [...new Set(stored.flatMap(({ author }) => author.appId ?? []))];
  const { client } = database;
  const [apps, account] = await Promise.all([
    ids.length === 0 ? [] : client.app.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } }),
    client.account.findUnique({ where: { id: accountId }, select: { name: true } }),
  ]);
  const names = new Map(apps.map(({ id, name }) => [id, name]));
  // End users do not see the name of the account.
  const owner = embed ? 'Owner' : account?.name;
  return ({ author: { appId, endUser } }: StoredChange) =>
    endUser ?? (appId === null ? owner : names.get(appId)) ?? 'a removed app';
}
