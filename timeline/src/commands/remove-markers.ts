import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { LIMITS } from '../document/limits.ts';
import { id } from '../document/scalars.ts';
import { findMarker } from '../edit/find-marker.ts';
import { refuse } from '../errors/refuse.ts';

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
