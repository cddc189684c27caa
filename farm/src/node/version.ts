import manifest from '../../package.json' with { type: 'json' };

/** Software version of this node, from its package. */
export const version: string = manifest.version;
