/** Selector of text fields, in which every key edits the text. */
const TEXT_FIELDS =
  'textarea, [contenteditable], ' +
  'input:not([type=button], [type=checkbox], [type=color], [type=file], [type=radio], [type=range])';

/** Selector of the controls that use keys themselves, except text fields. */
const CONTROLS = 'a[href], button, input, select, summary, [role=separator]';

/** Keys that controls use themselves: a selector of the controls, and a pattern of the chords (`chordOf`). */
const USED_KEYS: readonly (readonly [controls: string, chords: RegExp])[] = [
  ['select', /^(?!Ctrl\+|Alt\+)/],
  ['input[type=radio], input[type=range], [role=separator]', /^(?:Left|Right|Up|Down|Home|End|PageUp|PageDown)$/],
  // Space plays while a clip has the focus: clips are selected by Enter.
  ['button:not([data-clip]), input:not([type=range]), summary', /^(?:Space|Enter)$/],
  // Enter selects a clip that the Tab key has reached, and edits the text of one that was pressed.
  ['a[href], button[data-clip]', /^Enter$/],
];

/** Whether an element edits text. Keyboard shortcuts have no effect while it has the focus. */
export function isTextField(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLElement && target.matches(TEXT_FIELDS);
}

/** Focus of the editor's controls. */
export interface KeyFocus {
  /**
   * Whether the focused element uses a key itself, so that the key is no shortcut. A control that was pressed with the
   * pointer keeps the focus but uses no keys, until the Tab key reaches it.
   */
  takes(target: EventTarget | null, chord: string): boolean;
  /** Stops following the focus. */
  stop(): void;
}

/** Follows which controls of the page were pressed with the pointer, and which were reached with the Tab key. */
export function followFocus(): KeyFocus {
  const pressed = new WeakSet<Element>();
  let isTabDown = false;
  const listeners = new AbortController();
  const options = { capture: true, signal: listeners.signal };

  addEventListener(
    'pointerdown',
    ({ target }) => {
      isTabDown = false;
      const control = controlAt(target);
      if (control) pressed.add(control);
    },
    options,
  );
  addEventListener(
    'keydown',
    ({ key }) => {
      isTabDown = key === 'Tab';
    },
    options,
  );
  addEventListener(
    'keyup',
    () => {
      isTabDown = false;
    },
    options,
  );
  addEventListener(
    'focusin',
    ({ target }) => {
      if (isTabDown && target instanceof Element) pressed.delete(target);
    },
    options,
  );

  return {
    takes(target, chord) {
      if (isTextField(target)) return true;
      if (!(target instanceof Element) || pressed.has(target)) return false;
      return USED_KEYS.some(([controls, chords]) => chords.test(chord) && target.matches(controls));
    },
    stop: () => listeners.abort(),
  };
}

/** Returns the control that a press on an element gives the focus to; null when there is none. */
function controlAt(target: EventTarget | null): Element | null {
  if (!(target instanceof Element)) return null;
  const label = target.closest('label');
  return target.closest(CONTROLS) ?? label?.control ?? null;
}
