import { Type } from '@framemill/timeline/typebox';

/** Schema of a project's name. Control characters are not allowed, because names are used in file names and headers. */
export const NameSchema = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[^\\u0000-\\u001f\\u007f]+$',
  description: '1-200 characters.',
});

/** Schema of a path parameter with an id. Text that cannot be an id gets the same response as an unknown id. */
export const IdParams = Type.Object({ id: Type.String() });

/** Schema of the id of a project's workspace; `null` when the project is in no workspace. */
export const WorkspaceIdSchema = Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 64 });

/** Schema of the query field `view`: how many details of a project the response contains. */
export const ViewSchema = Type.Enum(['summary', 'clips', 'document'], { description: 'How much to show.' });

/** Largest revision that the database can store. */
export const LARGEST_REV = 2_147_483_647;
