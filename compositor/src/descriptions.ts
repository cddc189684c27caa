import { effects } from './effects/index.ts';
import { transitions } from './transitions/index.ts';

/** Descriptions of effects and transitions, one sentence each, by name. */
export const descriptions: {
  effects: Readonly<Record<string, string>>;
  transitions: Readonly<Record<string, string>>;
} = {
  effects: Object.fromEntries(effects.map(({ type, description }) => [type, description])),
  transitions: {
    dissolve: 'The incoming picture comes through the outgoing one.',
    ...Object.fromEntries(transitions.map(({ type, description }) => [type, description])),
  },
};
