import { fileURLToPath } from 'node:url';

/** Path of the icon file (ICO, 48x48) that browsers request from every host as `/favicon.ico`. */
export const faviconPath = fileURLToPath(new URL('./favicon.ico', import.meta.url));
