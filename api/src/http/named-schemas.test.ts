import { expect, it } from 'vitest';
import { withNamedSchemas } from './named-schemas.ts';

const text = { type: 'string' };
const film = { title: 'Film', type: 'object', properties: { title: text }, examples: [{ title: 'Snow' }] };
const answering = (...schemas: object[]) => ({
  paths: Object.fromEntries(schemas.map((schema, n) => [`/${n}`, { get: { responses: { 200: { schema } } } }])),
});

it('puts what has a title in one place, also inside another, and leaves a property of that name and examples', () => {
  const shelf = { title: 'Shelf', type: 'object', properties: { films: { type: 'array', items: film } } };
  const { title: _, ...bare } = film;
  expect(withNamedSchemas(answering(film, shelf))).toEqual({
    ...answering({ $ref: '#/components/schemas/Film' }, { $ref: '#/components/schemas/Shelf' }),
    components: {
      schemas: {
        Film: bare,
        Shelf: {
          type: 'object',
          properties: { films: { type: 'array', items: { $ref: '#/components/schemas/Film' } } },
        },
      },
    },
  });
});

it('refuses two that differ under one title', () => {
  expect(() => withNamedSchemas(answering(film, { ...film, required: ['title'] }))).toThrow(/the title "Film"/);
});

it('leaves what requests hold', () => {
  const document = { paths: { '/': { post: { requestBody: { schema: film } } } } };
  expect(withNamedSchemas(document).paths).toEqual(document.paths);
});
