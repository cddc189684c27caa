import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { LIMITS } from '../document/limits.ts';
import { type Marker, MarkerSchema } from '../document/marker.ts';
import { CLOSED, id } from '../document/scalars.ts';
import { refuse } from '../errors/refuse.ts';

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
      throw refuse(`The project would have ${count} markers, more than ${LIMITS.markers}. Remove some first.`);
    }
    const added = params.markers.map((marker): Marker => ({ ...marker, id: context.newId('marker') }));
    return {
      document: { ...document, markers: [...existing, ...added] },
      data: { markerIds: added.map((marker) => marker.id) },
    };
  },
});
