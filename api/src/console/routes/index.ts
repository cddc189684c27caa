import type { ConsoleRoute } from '../define-console-route.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { signUp } from './sign-up.ts';

/** Every route of the console: one file each, one line here. */
export const consoleRoutes: ConsoleRoute[] = [signUp, signIn, signOut];
