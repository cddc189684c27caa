import { Type } from '@framemill/timeline/typebox';

/** Name of a project. Control characters are excluded, since names are used in file names and headers. */
export const NameSchema = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[^\\u0000-\\u001f\\u007f]+$',
  description: '1-200 characters.',
});

/** Path parameter with an id. An id that no project can have is answered like an unknown one. */
export const IdParams = Type.Object({ id: Type.String() });

/** Workspace of a project. `null`: none. */
export const WorkspaceIdSchema = Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 64 });

/** Query field `view`: the amount of detail that an answer shows of a project. */
export const ViewSchema = Type.Enum(['summary', 'clips', 'document'], { description: 'How much to show.' });

/** Largest revision that the database can store. */
export const LARGEST_REV = 2_147_483_647;
