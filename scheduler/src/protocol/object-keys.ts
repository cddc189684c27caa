/** Keys in the object store that scheduler, nodes and API share. */
export const objectKeys = {
  /** The frozen document of a render: JSON of `RenderSnapshot`. */
  document: (renderId: string) => `renders/${renderId}/document.json`,
  /** What the stitch joins: JSON of `StitchManifest`. */
  manifest: (renderId: string) => `renders/${renderId}/manifest.json`,
  /** What was measured in the finished file of a render: JSON of `QualityReport`. */
  report: (renderId: string) => `renders/${renderId}/report.json`,
  /** A segment or audio mix, named by what it shows and by its bytes: writing it twice writes the same bytes. */
  segment: (accountId: string, contentKey: string, sha256: string) => `segments/${accountId}/${contentKey}/${sha256}`,
  /** The document of a single-frame request, stored once by its hash: JSON of `FrameSnapshot`. */
  previewDocument: (accountId: string, hash: string) => `previews/${accountId}/${hash}.json`,
  /** What a request for a transcription sends and gets; removed at its end, else with the documents of previews. */
  transcript: (accountId: string, requestId: string, part: 'script' | 'words') =>
    `previews/${accountId}/${requestId}-${part}.json`,
  /** A rendered single frame. `name` must be unguessable: exports are served to whoever knows the name. */
  frame: (name: string, image: 'jpeg' | 'png') => `exports/frames/${name}.${image === 'jpeg' ? 'jpg' : 'png'}`,
  /** The same, of a frame whose address callers get to keep: it lies apart because the sweep leaves it longer. */
  keptFrame: (name: string, image: 'jpeg' | 'png') => `exports/kept-frames/${name}.${image === 'jpeg' ? 'jpg' : 'png'}`,
  /** Made of a media file when it was ingested, named by the file's hash: `mediaSha256`. All but analyses are public. */
  poster: (accountId: string, mediaSha256: string, image: 'jpeg' | 'png') =>
    `posters/${accountId}/${mediaSha256}.${image === 'jpeg' ? 'jpg' : 'png'}`,
  filmstrip: (accountId: string, mediaSha256: string) => `filmstrips/${accountId}/${mediaSha256}.jpg`,
  peaks: (accountId: string, mediaSha256: string) => `peaks/${accountId}/${mediaSha256}.bin`,
  waveform: (accountId: string, mediaSha256: string) => `waveforms/${accountId}/${mediaSha256}.json`,
  analysis: (accountId: string, mediaSha256: string) => `analyses/${accountId}/${mediaSha256}.json`,
  /** Every proxy of a media file begins with `proxies`; each is named by its own bytes too, which nodes check. */
  proxies: (accountId: string, mediaSha256: string) => `proxies/${accountId}/${mediaSha256}/`,
  proxy: (accountId: string, mediaSha256: string, sha256: string) =>
    `proxies/${accountId}/${mediaSha256}/${sha256}.mp4`,
  /** A random id that tells this store from all others: see `farm-store.ts`. */
  storeId: 'farm/store-id',
  fixture: (file: string) => `fixtures/${file}`,
  /** JSON: file name of a fixture -> its `MediaFacts`. */
  fixtureIndex: 'fixtures/index.json',
} as const;
