/** Page of the documentation in lists. */
export interface DocsLink {
  path: string;
  title: string;
  /** Description in one sentence. */
  about: string;
}

/** Path of the API reference. */
export const REFERENCE_PATH = '/docs/reference';

/** Guides in the order in which they are listed: name of the file in `api/guides`, without extension, and title. */
export const GUIDES: readonly (readonly [name: string, title: string])[] = [
  ['quick-start', 'Quick start'],
  ['document', 'The document'],
  ['commands', 'Commands'],
  ['templates-and-batches', 'Templates and batches'],
  ['shotstack', 'Coming from Shotstack'],
  ['webhooks', 'Webhooks'],
  ['errors', 'Errors'],
  ['limits', 'Limits'],
  ['self-hosting', 'Self-hosting'],
];

/** Returns the path of a guide. */
export function guidePath(name: string): string {
  return `/docs/guides/${name}`;
}

const link = (path: string, title: string, about: string): DocsLink => ({ path, title, about });

/** Pages that list something completely, with their paths and titles. */
export const referenceLinks: readonly DocsLink[] = [
  link(REFERENCE_PATH, 'API', 'Every route with its fields, errors and examples.'),
  link('/docs/commands', 'All commands', 'Every command with its fields and examples.'),
  link('/docs/vocabulary', 'Vocabulary', 'Effects and filters with images, and all names that commands take.'),
  link('/docs/document', 'Document format', 'The parts of a document, its JSON Schema and two examples.'),
  link('/docs/variables', 'Variables', 'Placeholders, and clips that last as long as their media.'),
  link('/docs/errors', 'All errors', 'Every error code and conflict, with what to do.'),
  link('/docs/webhooks', 'Events', 'Every event of webhooks, and the rules of delivery.'),
  link('/docs/destinations', 'Destinations', 'Buckets and servers to which finished files are sent.'),
  link('/docs/console', 'Console API', 'The routes of the console, for people who are signed in.'),
  link('/docs/changelog', 'Changelog', 'What changed in the API, newest first.'),
];

/** Pages about building something with the service. */
export const buildLinks: readonly DocsLink[] = [
  link('/docs/player', 'Player', 'An element that plays a project on any page, without a render.'),
  link('/docs/embed', 'Embedded editor', 'An element that shows the editor of a project in your product.'),
  link('/docs/preview-player', 'Preview player', 'A script that plays HTML previews in pages.'),
  link('/docs/assistants', 'Assistants', 'Edit and render from Claude and other MCP clients.'),
  link('/docs/plugins', 'Plugins', 'HTTPS endpoints that offer tools to projects and assistants.'),
  link('/docs/bots', 'Telegram bots', 'Videos made in a chat.'),
  link('/docs/providers', 'Providers', 'Images, speech, transcription and plans by other companies, or locally.'),
];
