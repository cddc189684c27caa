import { FramemillError } from '@framemill/timeline';
import { type Static, Type } from '@framemill/timeline/typebox';

/** Kinds of destinations. */
export const destinationKinds = ['s3', 'put', 'sftp'] as const;
/** Kind of a destination. */
export type DestinationKind = (typeof destinationKinds)[number];

/** Maximum length of a PUT address, in characters. Signatures of temporary credentials alone have over 1,000. */
export const LONGEST_PUT_URL = 4_000;

/** Bucket of S3 or of a compatible service. */
export const S3FieldsSchema = Type.Object({
  endpoint: Type.Optional(
    Type.String({
      maxLength: 500,
      description: 'Address of the service, such as `https://storage.example.org`. Default: that of AWS in the region.',
    }),
  ),
  region: Type.Optional(Type.String({ pattern: '^[a-z0-9-]{1,40}$', description: 'Default us-east-1.' })),
  bucket: Type.String({ pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$' }),
  prefix: Type.Optional(
    Type.String({ maxLength: 200, description: 'Folder in the bucket, such as `films/2026`. Default: none.' }),
  ),
  accessKeyId: Type.String({ minLength: 1, maxLength: 200, description: 'It needs s3:PutObject on the prefix.' }),
  secretAccessKey: Type.String({ minLength: 1, maxLength: 500 }),
});

/** Headers of a PUT request, such as `Authorization`, by name. */
export const PutHeadersSchema = Type.Record(Type.String(), Type.String({ maxLength: 4_000 }), {
  maxProperties: 20,
  description: 'Headers that are sent along, such as those that were signed. `Content-Type` replaces that of the file.',
});

/** Address that accepts a file by HTTP PUT. */
export const PutFieldsSchema = Type.Object({
  url: Type.String({
    minLength: 1,
    maxLength: LONGEST_PUT_URL,
    description:
      'http or https. `{fileName}` in it is the name of the file; without it every file goes to the same address.',
  }),
  headers: Type.Optional(PutHeadersSchema),
});

/** Folder of an SFTP server. Either `password` or `privateKey` is required. */
export const SftpFieldsSchema = Type.Object({
  host: Type.String({ minLength: 1, maxLength: 253 }),
  port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535, description: 'Default 22.' })),
  user: Type.String({ minLength: 1, maxLength: 200 }),
  password: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  privateKey: Type.Optional(
    Type.String({ minLength: 1, maxLength: 20_000, description: 'Of OpenSSH or as PEM, without a passphrase.' }),
  ),
  hostKeyFingerprint: Type.String({
    pattern: '^SHA256:[A-Za-z0-9+/]{43}=?$',
    description: 'What `ssh-keyscan HOST | ssh-keygen -lf -` shows: a server with another key gets nothing.',
  }),
  folder: Type.Optional(
    Type.String({
      maxLength: 500,
      description: 'Where files go; without a leading slash below the home folder. Default: the home folder.',
    }),
  ),
});

/** Target that files are sent to, with its credentials. Exactly one kind of target must be set. */
export const TargetFieldsSchema = Type.Object({
  s3: Type.Optional(S3FieldsSchema),
  put: Type.Optional(PutFieldsSchema),
  sftp: Type.Optional(SftpFieldsSchema),
});

/** S3 bucket with its credentials. */
export type S3Target = { kind: 's3' } & Static<typeof S3FieldsSchema>;
/** Address that accepts a PUT. */
export type PutTarget = { kind: 'put' } & Static<typeof PutFieldsSchema>;
/** SFTP folder with its credentials. */
export type SftpTarget = { kind: 'sftp' } & Static<typeof SftpFieldsSchema>;
/** Target that files are sent to, with its credentials. */
export type Target = S3Target | PutTarget | SftpTarget;

/** Returns the target that a request body describes. Throws `invalid_request` when the body has none or several. */
export function targetOf(fields: Static<typeof TargetFieldsSchema>): Target {
  const { s3, put, sftp } = fields;
  const given: Target[] = [
    ...(s3 ? [{ kind: 's3' as const, ...s3 }] : []),
    ...(put ? [{ kind: 'put' as const, ...put }] : []),
    ...(sftp ? [{ kind: 'sftp' as const, ...sftp }] : []),
  ];
  const [target] = given;
  if (target === undefined || given.length > 1) {
    const message =
      'Give exactly one of s3, put and sftp (got ' +
      `${given.length === 0 ? 'none' : given.map(({ kind }) => kind).join(' and ')}).`;
    throw new FramemillError('invalid_request', message, { field: `body.${given[1]?.kind ?? 's3'}` });
  }
  return target;
}
