import { create } from 'zustand';
import { storage } from '../client/storage.ts';

/** Theme choice; `system` follows the operating system's setting. */
export type ThemeChoice = 'system' | 'dark' | 'light';

const STORED = 'framemill-theme';
const lightSystem = matchMedia('(prefers-color-scheme: light)');

/** Store with the chosen theme and the function that changes it. The choice is saved in the storage. */
export const useTheme = create<{ choice: ThemeChoice; choose(choice: ThemeChoice): void }>((set) => ({
  choice: readChoice(),
  choose(choice) {
    storage.setItem(STORED, choice);
    set({ choice });
    showTheme(choice);
  },
}));

/**
 * Applies the chosen theme to the page and follows later changes of the system setting. Call it once, before the first
 * render.
 */
export function startTheme(): void {
  showTheme(useTheme.getState().choice);
  lightSystem.addEventListener('change', () => showTheme(useTheme.getState().choice));
}

const colors = new Map<string, string>();

/**
 * Returns the colour of a CSS token (`--accent`) in the current theme, for canvas drawing. Values are cached, because
 * reading one makes the browser recalculate styles.
 */
export function themeColor(token: string): string {
  const known = colors.get(token) ?? getComputedStyle(document.documentElement).getPropertyValue(token);
  colors.set(token, known);
  return known;
}

function readChoice(): ThemeChoice {
  const stored = storage.getItem(STORED);
  return stored === 'dark' || stored === 'light' ? stored : 'system';
}

function showTheme(choice: ThemeChoice): void {
  const light = choice === 'light' || (choice === 'system' && lightSystem.matches);
  document.documentElement.dataset.theme = light ? 'light' : 'dark';
  colors.clear();
}
