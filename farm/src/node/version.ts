import manifest from '../../package.json' with { type: 'json' };

/** Release of this node's code, from its package. */
export const version: string = manifest.version;
