import { type Static, Type } from '@framemill/timeline/typebox';
import { destinationKinds } from './destination-fields.ts';
import { filePlaceholders } from './file-names.ts';
import type { DestinationRow } from './stored-target.ts';

const nullableString = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description });

const placeholders = Object.entries(filePlaceholders).map(([name, about]) => `\`{${name}}\` (${about})`);

/** Schemas of the fields that the owner of a destination sets and that all kinds of destinations have. */
export const destinationFields = {
  name: Type.String({ minLength: 1, maxLength: 200, description: 'For people.' }),
  fileName: Type.String({
    minLength: 1,
    maxLength: 200,
    description:
      'How files are called there; a slash makes a folder, and the ending comes by itself. It may hold ' +
      `${placeholders.join(', ')}. ` +
      'What is empty becomes the id of the render; characters that no file system takes become dashes. Default ' +
      '`{name}-{renderId}`.',
  }),
};

/** Schema of a destination as API responses return it, without secrets. */
export const DestinationRecordSchema = Type.Object(
  {
    id: Type.String(),
    ...destinationFields,
    kind: Type.Enum([...destinationKinds]),
    settings: Type.Object({
      endpoint: Type.Optional(nullableString('s3; null: that of AWS')),
      region: Type.Optional(Type.String({ description: 's3' })),
      bucket: Type.Optional(Type.String({ description: 's3' })),
      prefix: Type.Optional(Type.String({ description: 's3' })),
      url: Type.Optional(Type.String({ description: 'put, without its query' })),
      host: Type.Optional(Type.String({ description: 'sftp' })),
      port: Type.Optional(Type.Integer({ description: 'sftp' })),
      user: Type.Optional(Type.String({ description: 'sftp' })),
      hostKeyFingerprint: Type.Optional(Type.String({ description: 'sftp' })),
      folder: Type.Optional(Type.String({ description: 'sftp' })),
    }),
    checkedAt: Type.String({ format: 'date-time', description: 'When a test last went well.' }),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  {
    title: 'Destination',
    examples: [
      {
        ...{ id: 'dst_0123456789abcdef0123456789abcdef', name: 'Archive', kind: 's3' },
        settings: { endpoint: null, region: 'eu-central-1', bucket: 'our-films', prefix: 'campaigns' },
        ...{ fileName: '{reference}/{name}', checkedAt: '2026-11-25T10:00:00.000Z' },
        ...{ createdAt: '2026-11-25T10:00:00.000Z', updatedAt: '2026-11-25T10:00:00.000Z' },
      },
    ],
  },
);

/** A destination as API responses return it, without secrets. */
export type DestinationRecord = Static<typeof DestinationRecordSchema>;

/** Result of testing a destination. */
export const CheckResultSchema = Type.Object({
  wrote: Type.Boolean({ description: 'Whether a test file was written.' }),
  removed: Type.Boolean({ description: 'Whether it was removed again.' }),
  note: nullableString('What else is worth knowing.'),
});

/** Converts a destination's database row to the record that API responses contain. */
export function destinationRecord(row: DestinationRow): DestinationRecord {
  return {
    ...{ id: row.id, name: row.name, kind: kindOf(row.kind), fileName: row.fileName },
    // Only `storedTarget` writes this column.
    settings: row.settings as DestinationRecord['settings'],
    checkedAt: row.checkedAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

function kindOf(stored: string): DestinationRecord['kind'] {
  return destinationKinds.find((kind) => kind === stored) ?? 'put';
}
