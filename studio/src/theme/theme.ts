import { create } from 'zustand';

/** What people may choose; `system` follows the machine. */
export type ThemeChoice = 'system' | 'dark' | 'light';

const STORED = 'framemill-theme';
const lightSystem = matchMedia('(prefers-color-scheme: light)');

/** The theme that was chosen, and a way to choose another. */
export const useTheme = create<{ choice: ThemeChoice; choose(choice: ThemeChoice): void }>((set) => ({
  choice: readChoice(),
  choose(choice) {
    localStorage.setItem(STORED, choice);
    set({ choice });
    showTheme(choice);
  },
}));

/** Puts the chosen theme on the page and follows the machine from now on. Call it once, before anything is drawn. */
export function startTheme(): void {
  showTheme(useTheme.getState().choice);
  lightSystem.addEventListener('change', () => showTheme(useTheme.getState().choice));
}

const colors = new Map<string, string>();

/** The colour of a token (`--accent`) in the present theme, for what is drawn. Kept, since to ask for one makes the browser style the page. */
export function themeColor(token: string): string {
  const known = colors.get(token) ?? getComputedStyle(document.documentElement).getPropertyValue(token);
  colors.set(token, known);
  return known;
}

function readChoice(): ThemeChoice {
  const stored = localStorage.getItem(STORED);
  return stored === 'dark' || stored === 'light' ? stored : 'system';
}

function showTheme(choice: ThemeChoice): void {
  const light = choice === 'light' || (choice === 'system' && lightSystem.matches);
  document.documentElement.dataset.theme = light ? 'light' : 'dark';
  colors.clear();
}
