import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { type Document, type Marker, MarkerSchema } from '../document/document.ts';
import { LIMITS } from '../document/limits.ts';
import { CLOSED, id } from '../document/scalars.ts';
import { refuse } from '../errors/framemill-error.ts';

const { id: _, ...markerFields } = MarkerSchema.properties;

export const addMarkers = defineCommand({
  op: 'addMarkers',
  description: 'Marks moments of the timeline, such as beats or chapters. Markers are neither seen nor heard.',
  keywords: { 'chapter markers': {}, chapters: {}, 'beat markers': {}, 'cue point': {} },
  params: {
    markers: Type.Array(Type.Object(markerFields, { ...CLOSED, description: 'A moment.' }), {
      minItems: 1,
      maxItems: LIMITS.markers,
      description: 'Markers to add.',
    }),
  },
  returns: { markerIds: Type.Array(id('A marker.'), { description: 'The new markers in the order given.' }) },
  examples: [
    {
      title: 'Two beats',
      params: { markers: [{ time: 1.5, label: 'Drop', color: '#ff3366' }, { time: 4 }] },
    },
  ],
  run: (document, params, context) => {
    const existing = document.markers ?? [];
    const count = existing.length + params.markers.length;
    if (count > LIMITS.markers) {
      throw refuse(`The project would have ${count} markers; the limit is ${LIMITS.markers}. Remove some first.`);
    }
    const added = params.markers.map((marker): Marker => ({ ...marker, id: context.newId('marker') }));
    return {
      document: { ...document, markers: [...existing, ...added] },
      data: { markerIds: added.map((marker) => marker.id) },
    };
  },
});

const { time, label, color } = MarkerSchema.properties;

export const updateMarker = defineCommand({
  op: 'updateMarker',
  description: 'Moves, names or colours a marker.',
  params: { markerId: id('Marker to change.'), time: Type.Optional(time), label, color },
  returns: {},
  examples: [{ title: 'A little later', params: { markerId: 'marker-1', time: 2.5, label: 'Chorus' } }],
  run: (document, params) => {
    const { markerId, ...changes } = params;
    const { marker, index } = findMarker(document, markerId);
    if (Object.keys(changes).length === 0) throw refuse('updateMarker changes nothing. Give time, label or color.');
    const markers = (document.markers ?? []).with(index, { ...marker, ...changes });
    return { document: { ...document, markers } };
  },
});

export const removeMarkers = defineCommand({
  op: 'removeMarkers',
  description: 'Removes markers, or all of them.',
  params: {
    markerIds: Type.Optional(
      Type.Array(id('A marker.'), { minItems: 1, maxItems: LIMITS.markers, description: 'Markers to remove.' }),
    ),
    all: Type.Optional(Type.Boolean({ description: 'True instead of markerIds: remove every marker.' })),
  },
  returns: { removed: Type.Integer({ description: 'How many markers were removed.' }) },
  examples: [
    { title: 'One marker', params: { markerIds: ['marker-1'] }, gives: { removed: 1 } },
    { title: 'Every marker', params: { all: true }, gives: { removed: 1 } },
  ],
  run: (document, { markerIds, all }) => {
    if ((all === true) === (markerIds !== undefined)) {
      throw refuse(`removeMarkers needs markerIds or all: true (got ${all ? 'both' : 'neither'}). Give one of them.`);
    }
    const existing = document.markers ?? [];
    const ids = new Set(
      (markerIds ?? existing.map((marker) => marker.id)).map((one) => findMarker(document, one).marker.id),
    );
    const markers = existing.filter((marker) => !ids.has(marker.id));
    return { document: { ...document, markers }, data: { removed: ids.size } };
  },
});

/** Finds a marker and its index in `document.markers`. Throws `invalid_request` when it does not exist. */
function findMarker(document: Document, markerId: string): { marker: Marker; index: number } {
  const index = (document.markers ?? []).findIndex((marker) => marker.id === markerId);
  const marker = document.markers?.[index];
  if (!marker)
    throw refuse(`markerId "${markerId}" is not a marker of this project. Use the id of a marker in the project.`);
  return { marker, index };
}
