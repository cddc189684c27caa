import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { MarkerSchema } from '../document/marker.ts';
import { id } from '../document/scalars.ts';
import { findMarker } from '../edit/find-marker.ts';
import { refuse } from '../errors/refuse.ts';

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
