import pg from 'pg';

/** Statement that this process sent to a database, with its values. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * Runs `work` and returns the statements that this process sends to the database meanwhile, in order. Statements that
 * control transactions, locks and notifications are left out.
 */
export async function recordStatements(databaseUrl: string, work: () => Promise<unknown>): Promise<Statement[]> {
  const found: Statement[] = [];
  const end = watchStatements(databaseUrl, (statement) => found.push(statement));
  try {
    await work();
  } finally {
    end();
  }
  return found;
}

/**
 * Calls `onStatement` for each statement that this process sends to the database, except for those that control
 * transactions, locks and notifications. The call is made in the asynchronous context of the sender. Returns a function
 * that ends this.
 */
export function watchStatements(databaseUrl: string, onStatement: (statement: Statement) => void): () => void {
  const name = decodeURIComponent(new URL(databaseUrl).pathname.slice(1));
  const { prototype } = pg.Client;
  const original = prototype.query;
  const record = (database: unknown, query: unknown, given: unknown) => {
    const { text, values = given } = typeof query === 'string' ? { text: query } : Object(query);
    if (database !== name || typeof text !== 'string' || !/^\s*(select|with|insert|update|delete)\b/i.test(text))
      return;
    if (!/\b(from|into|update)\b/i.test(text) || /\bpg_(notify|advisory|terminate)/i.test(text)) return;
    onStatement({ text, values: Array.isArray(values) ? values : [] });
  };
  // Every statement passes here, whichever library sends it.
  Object.assign(prototype, {
    query(this: pg.Client, ...input: unknown[]) {
      record(this.database, input[0], input[1]);
      return Reflect.apply(original, this, input);
    },
  });
  return () => {
    Object.assign(prototype, { query: original });
  };
}

/** Maximum number of pages (8 kB) that a statement may read. */
const maxPages = 100;
/** Number of pages from which a table counts as large: reading a smaller one takes no longer than using an index. */
const largePages = 8;

/**
 * Runs statements on a filled database, each text once, and returns a description of each that reads too much: more
 * than 100 pages, or a large table from beginning to end. All changes are undone. An INSERT is only planned, because
 * its rows may exist by now. Throws when a statement fails.
 */
export async function greedyStatements(databaseUrl: string, statements: readonly Statement[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const found: string[] = [];
  try {
    const { rows } = await client.query<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND pg_relation_size(oid) > $1",
      [largePages * 8_192],
    );
    const large = new Set(rows.map(({ name }) => name));
    for (const statement of new Map(statements.map((one) => [one.text, one])).values()) {
      const plan = await planOf(client, statement);
      const pages = pagesOf(plan);
      const scanned = scannedBy(plan).filter((table) => large.has(table));
      if (pages <= maxPages && scanned.length === 0) continue;
      found.push(`${pages} pages, all of [${scanned}]: ${statement.text.replace(/\s+/g, ' ').trim()}`);
    }
  } finally {
    await client.end();
  }
  return found;
}

/**
 * Runs statements on a filled database, and returns how many pages (8 kB) they read together. A page counts each time
 * that a statement reads it. All changes are undone; an INSERT counts as 0. Throws when a statement fails.
 */
export async function pagesRead(databaseUrl: string, statements: readonly Statement[]): Promise<number> {
  return (await readsOf(databaseUrl, statements)).reduce((sum, { pages }) => sum + pages, 0);
}

/** Pages (8 kB) that a statement read, and rows of tables that it read, including those that a condition left out. */
export interface Reads {
  readonly pages: number;
  readonly rows: number;
}

/**
 * Runs statements on a filled database, and returns what each one read, in order. All changes are undone; an INSERT
 * counts as 0. Throws when a statement fails.
 */
export async function readsOf(databaseUrl: string, statements: readonly Statement[]): Promise<Reads[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const reads: Reads[] = [];
    for (const statement of statements) {
      const plan = await planOf(client, statement);
      reads.push({ pages: pagesOf(plan), rows: Math.round(rowsOf(plan)) });
    }
    return reads;
  } finally {
    await client.end();
  }
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Loops'?: number;
  'Actual Rows'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: PlanNode[];
}

function pagesOf(plan: PlanNode): number {
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
}

// The numbers of a node are averages over its loops.
function rowsOf(node: PlanNode): number {
  const { 'Relation Name': table, 'Actual Loops': loops = 0, 'Node Type': type } = node;
  const read =
    (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  const own = table !== undefined && type.endsWith('Scan') ? loops * read : 0;
  return (node.Plans ?? []).reduce((sum, part) => sum + rowsOf(part), own);
}

async function planOf(client: pg.Client, { text, values }: Statement): Promise<PlanNode> {
  const options = /^\s*insert\b/i.test(text) ? 'FORMAT JSON' : 'ANALYZE, BUFFERS, FORMAT JSON';
  await client.query('BEGIN');
  const explained = `EXPLAIN (${options}) ${text}`;
  const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(explained, [...values]);
  await client.query('ROLLBACK');
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (plan === undefined) throw new Error(`PostgreSQL returned no plan for this statement: ${text}`);
  return plan;
}

function scannedBy(node: PlanNode): string[] {
  // A part of a plan that did not run has read nothing.
  if (node['Actual Loops'] === 0) return [];
  const own = node['Node Type'] === 'Seq Scan' && node['Relation Name'] ? [node['Relation Name']] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scannedBy)];
}
