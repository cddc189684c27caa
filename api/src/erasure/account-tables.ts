/** Account whose rows are selected. */
export interface OwnedBy {
  readonly accountId: string;
  /** E-mail address of the account; null when its row is already gone. */
  readonly email: string | null;
}

/** Database table with rows of accounts. */
export interface AccountTable {
  readonly name: string;
  /** Returns the SQL condition for the rows of an account. */
  readonly where: (owner: OwnedBy) => string;
  /** Columns with secrets or their hashes, which no export contains. */
  readonly secret?: readonly string[];
}

/** Quotes a text as an SQL literal. */
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

const own = ({ accountId }: OwnedBy) => `"accountId" = ${literal(accountId)}`;

/** Returns a condition: the column `column` names a row of the table `parent` that belongs to the account. */
const of =
  (column: string, parent: string, where: AccountTable['where'] = own) =>
  (owner: OwnedBy) =>
    `"${column}" IN (SELECT id FROM "${parent}" WHERE ${where(owner)})`;

const ofRender = of('renderId', 'Render');
const ofOwner = ({ accountId }: OwnedBy) => `"ownerId" = ${literal(accountId)}`;
const ofOrganisation = of('organisationId', 'Organisation', ofOwner);

/**
 * All tables with rows of accounts, except the account itself, its ledger, its totals and the audit log. A table comes
 * before those that its condition reads, so that rows can be deleted in this order. A test compares the list with the
 * database.
 */
export const accountTables: readonly AccountTable[] = [
  { name: 'WebhookAttempt', where: of('deliveryId', 'WebhookDelivery', of('endpointId', 'WebhookEndpoint')) },
  { name: 'WebhookDelivery', where: of('endpointId', 'WebhookEndpoint') },
  { name: 'WebhookEndpoint', where: own, secret: ['secret', 'oldSecret'] },
  { name: 'TelegramUpdate', where: of('bot', 'TelegramBot', of('appId', 'App')) },
  { name: 'TelegramBot', where: of('appId', 'App'), secret: ['token', 'secret'] },
  { name: 'TelegramUser', where: own },
  { name: 'PluginSecret', where: own, secret: ['value'] },
  {
    name: 'OauthRecord',
    // Grants that other accounts gave to an app of the account end with the app.
    where: (owner) => `(${own(owner)} OR ${of('clientId', 'App')(owner)})`,
    secret: ['id', 'payload', 'uid'],
  },
  { name: 'EmbedSession', where: own, secret: ['hash'] },
  { name: 'ApiKey', where: own, secret: ['hash'] },
  { name: 'Session', where: own, secret: ['hash'] },
  {
    name: 'Invitation',
    where: (owner) => {
      const invited = owner.email === null ? 'false' : `lower(email) = ${literal(owner.email.toLowerCase())}`;
      return `(${ofOrganisation(owner)} OR ${invited})`;
    },
    secret: ['hash'],
  },
  { name: 'Membership', where: (owner) => `(${own(owner)} OR ${ofOrganisation(owner)})` },
  { name: 'Organisation', where: ofOwner },
  { name: 'Attempt', where: of('taskId', 'Task', ofRender) },
  { name: 'Task', where: ofRender },
  { name: 'RenderSegment', where: ofRender },
  { name: 'RenderReport', where: ofRender },
  { name: 'RenderOrder', where: ofRender },
  // By their renders, because no index leads from an account to its deliveries.
  { name: 'DeliveryPart', where: of('deliveryId', 'Delivery', ofRender) },
  { name: 'Delivery', where: ofRender },
  { name: 'BatchItem', where: of('batchId', 'Batch') },
  { name: 'Batch', where: own },
  { name: 'Render', where: own },
  { name: 'Destination', where: own, secret: ['secret'] },
  { name: 'Artifact', where: own },
  { name: 'MediaFault', where: own },
  { name: 'OutboxEvent', where: own },
  { name: 'Ingest', where: of('mediaId', 'Media') },
  { name: 'Media', where: own },
  { name: 'ProjectChange', where: of('projectId', 'Project') },
  { name: 'ProjectComment', where: of('projectId', 'Project') },
  { name: 'ReviewLink', where: of('projectId', 'Project'), secret: ['hash'] },
  { name: 'Project', where: own },
  { name: 'Workspace', where: own },
  { name: 'GenerationJob', where: own },
  { name: 'RequestDay', where: own },
  { name: 'App', where: own },
];

/** The account, whose deletion also deletes its ledger: PostgreSQL protects entries while their account exists. */
export const accountItself: readonly AccountTable[] = [
  { name: 'LedgerEntry', where: own },
  { name: 'Account', where: ({ accountId }) => `id = ${literal(accountId)}`, secret: ['passwordHash'] },
];

/** Sums over the rows of accounts. PostgreSQL changes them with every deleted row, so they must be deleted last. */
export const totalsTable: AccountTable = { name: 'Total', where: own };

/**
 * The audit log, of which an erasure keeps id, time and the kind of the actor. Of actions on other accounts, as their
 * operator, it keeps all but the id of the actor.
 */
export const auditTable: AccountTable = {
  name: 'AuditEntry',
  where: (owner) => `(${own(owner)} OR actor = ${literal(`session:${owner.accountId}`)})`,
};

/** Tables without rows of accounts. */
export const otherTables = [
  'BackupRun',
  'Leader',
  'Plugin',
  'SharedSecret',
  'SweepPart',
  '_prisma_migrations',
] as const;
