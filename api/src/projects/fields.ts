import { Type } from '@framemill/timeline/typebox';

/** Name of a project: no control characters, since names end up in file names and headers. */
export const NameSchema = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[^\\u0000-\\u001f\\u007f]+$',
  description: '1-200 characters.',
});

/** Id in a path; one that no project can have is answered like an unknown one. */
export const IdParams = Type.Object({ id: Type.String() });

/** Workspace to put a project into. */
export const WorkspaceIdSchema = Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 64 });

/** Query field `view`. */
export const ViewSchema = Type.Enum(['summary', 'clips', 'document'], { description: 'How much to show.' });

/** The largest rev that the database can hold. */
export const LARGEST_REV = 2_147_483_647;
