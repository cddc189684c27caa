// Script of the element `<framemill-player>`. Importing it defines the element.
import { FramemillPlayer } from './player-element.ts';

export { FramemillPlayer, type PlayerError } from './player-element.ts';
export type { VariableValues } from './player-video.ts';
export type { PlayerWarning } from './player-warnings.ts';

if ('customElements' in globalThis && !customElements.get('framemill-player')) {
  customElements.define('framemill-player', FramemillPlayer);
}
