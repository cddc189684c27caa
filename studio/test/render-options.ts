/** Studio control for a render option: the label of the control, or the reason why there is none. */
export type OptionPlace = { label: string } | { reason: string };

/**
 * Render options of `POST /v1/renders` by their path in the request body. A test compares the list with the API's
 * schema.
 */
export const RENDER_OPTIONS: Readonly<Record<string, OptionPlace>> = {
  projectId: { reason: 'the dialog is of one project' },
  format: { label: 'Format' },
  quality: { label: 'Quality' },
  compression: { label: 'File size' },
  resolution: { label: 'Resolution' },
  aspect: { label: 'Aspect ratio' },
  atSec: { label: 'Time (s)' },
  columns: { label: 'Columns' },
  rows: { label: 'Rows' },
  intervalSec: { label: 'Interval (s)' },
  outputs: { label: 'Single frame (JPEG)' },
  'outputs.format': { label: 'Single frame (JPEG)' },
  'outputs.quality': { reason: 'all files of a dialog have the quality of the first' },
  'outputs.compression': { reason: 'all files of a dialog have the compression of the first' },
  'outputs.resolution': { reason: 'all files of a dialog have the size of the first' },
  'outputs.aspect': { label: '9:16' },
  'outputs.captions': { label: 'Embed captions' },
  'outputs.chapters': { label: 'Embed markers as chapters' },
  'outputs.atSec': { label: 'Time (s)' },
  'outputs.columns': { label: 'Columns' },
  'outputs.rows': { label: 'Rows' },
  'outputs.intervalSec': { label: 'Interval (s)' },
  variables: { label: 'guest' },
  smart: { label: 'Re-encode every frame' },
  earlyPlayback: { reason: 'it is for programs that play the stream of a render' },
  destination: { label: 'Destination' },
  'destination.id': { label: 'Destination' },
  'destination.url': { reason: 'an address is signed for one file by a program, which orders the render as well' },
  'destination.headers': { reason: 'they go with such an address' },
  reference: { label: 'Reference' },
  qc: { label: 'Check for problems, and fail the render if there are any' },
  dryRun: { reason: 'the quote of the dialog is one' },
};

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
}

/**
 * Returns the option paths of a request body schema, including those of its outputs and its destination. The limits in
 * `qc` count as one option.
 */
export function optionsOf({ properties = {} }: Schema): string[] {
  return Object.entries(properties).flatMap(([name, { properties: own, items }]) => [
    name,
    ...Object.keys((name === 'qc' ? undefined : own) ?? items?.properties ?? {}).map((inner) => `${name}.${inner}`),
  ]);
}
