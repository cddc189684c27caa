import type { Document as ComposedDocument } from '@framemill/timeline';
import type { MixState } from '../client/index.ts';

/** Difference between what a player plays and the render of the video. */
export interface PlayerWarning {
  /**
   * `html_clips`: html clips are not drawn. `audio_blocked`: the browser plays no audio until the viewer clicks in the
   * page. `audio_by_elements`: the audio is played by audio elements, which leave out audio effects and more.
   */
  readonly code: 'html_clips' | 'audio_blocked' | 'audio_by_elements';
  /** Sentence for the developer of the page, with the cause. */
  readonly message: string;
}

/** Present warnings of a player. */
export interface PlayerWarnings {
  list(): readonly PlayerWarning[];
  /** Checks the document that is now shown. */
  checkDocument(document: ComposedDocument): void;
  checkAudio(state: MixState): void;
  /** Removes all warnings. */
  clear(): void;
}

/** Maximum number of clips that a message names. */
const MOST_NAMES = 5;

/** Creates the warnings of a player. `added` is called when there is one more, or when one has another message. */
export function createPlayerWarnings(added: () => void): PlayerWarnings {
  let warnings: readonly PlayerWarning[] = [];

  function set(code: PlayerWarning['code'], message: string | null): void {
    if (message !== null && warnings.some((known) => known.code === code && known.message === message)) return;
    const others = warnings.filter((known) => known.code !== code);
    warnings = message === null ? others : [...others, { code, message }];
    if (message !== null) added();
  }

  return {
    list: () => warnings,
    checkDocument({ clips }) {
      const ids = clips.flatMap(({ id, type }) => (type === 'html' ? [id] : []));
      const names = ids.slice(0, MOST_NAMES).join(', ') + (ids.length > MOST_NAMES ? ', ...' : '');
      const message = `The player draws no html clips. This video has ${ids.length}: ${names}. Renders show them.`;
      set('html_clips', ids.length === 0 ? null : message);
    },
    checkAudio(state) {
      const isBlocked = state.kind === 'blocked';
      set(
        'audio_blocked',
        isBlocked ? 'The browser plays no audio before the viewer clicks in the page. The video plays without.' : null,
      );
      set(
        'audio_by_elements',
        state.kind === 'failed'
          ? `${state.message} Audio elements play the audio instead, without audio effects, panning and ducking.`
          : null,
      );
    },
    clear() {
      warnings = [];
    },
  };
}
