import { fileURLToPath } from 'node:url';

/** Path of the icon (ICO, 48x48) that browsers ask every host for as `/favicon.ico`. */
export const faviconPath = fileURLToPath(new URL('./favicon.ico', import.meta.url));
