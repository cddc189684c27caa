import { destinationNotFound } from '../destinations/find-destination.ts';
import { IdParams } from '../projects/fields.ts';
import { defineRoute } from '../routing/define-route.ts';
import { DeletedSchema, deleteOwn } from '../routing/delete-own.ts';

/** Route that deletes a destination: DELETE /v1/destinations/{id}. */
export const deleteDestination = defineRoute({
  name: 'delete-destination',
  method: 'DELETE',
  path: '/destinations/:id',
  scope: 'render.write',
  summary: 'Delete a destination',
  description:
    'Deletes a destination with its credentials. Files that are on their way to it fail; what is there stays there.',
  params: IdParams,
  status: 200,
  answer: DeletedSchema,
  errors: ['not_found'],
  examples: [{ title: 'Delete' }],
  handle: ({ params, caller }, { database }) =>
    deleteOwn(database.client.destination, caller.accountId, params.id, destinationNotFound),
});
