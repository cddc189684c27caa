import type { FastifyInstance } from 'fastify';
import { type DocsSection, docsPage, docsSections, sendDocsPage } from './docs-page.ts';

/** Serves /docs/embed, which describes the element `<framemill-editor>`. No credential needed. */
export function installEmbedPage(app: FastifyInstance, apiHost: string): void {
  const page = docsPage('Embedded editor', `<p class="lead">${LEAD}</p>${docsSections(sections(apiHost))}`);
  app.get('/docs/embed', { schema: { hide: true } }, (_request, reply) => sendDocsPage(reply, page));
}

const LEAD =
  'One element shows the editor of a project in your own product. Your server decides who may edit what, and for how ' +
  'long. No page has a key.';

function sections(apiHost: string): DocsSection[] {
  const { origin } = new URL(apiHost);
  return [
    {
      title: 'Use it',
      text: [
        'Your server creates a session with its key and passes the address of the answer to the page. This is a ' +
          'whole server with its page. It starts with `node server.mjs`.',
      ],
      code: example(apiHost),
    },
    {
      title: 'Sessions',
      text: [
        '`POST /v1/embed-sessions` takes the scope `projects.write`, and the scopes of the permissions. The session ' +
          'can be used by anyone who has its address, on pages of its origins. The token is in the fragment of the ' +
          'address, which browsers send to no server; the editor removes it from its address and keeps it in memory.',
        'A session ends at `expiresAt`, with its key, with its project, while the account is suspended, and by ' +
          '`DELETE /v1/embed-sessions/{id}`. Each end takes effect with the next request. Edits are saved as they ' +
          'are made, so a page can replace the address at any time: create a session and set `src` again.',
      ],
      table: {
        projectId: 'The project. The session reaches no other.',
        permissions: '`view` (always), `edit`, `render` and `upload`. Default: `view` alone.',
        origins: 'Up to 10 exact origins. `https`, and `http` for localhost. No wildcards.',
        expiresInSec: '60 to 86,400. Default 3,600.',
        theme: '`mode` (`dark` or `light`) and the colours `accent`, `onAccent`, `background`, `surface` and `text`.',
        endUser: 'Name of the person, which the history of the project shows.',
      },
    },
    {
      title: 'What a session reaches',
      text: [
        'A session reads and changes its project, lists and uses the media that the project uses and that the ' +
          'session itself uploaded, and starts, watches and cancels renders of the project. It reaches nothing else: no ' +
          'account, keys, credits, other projects, other media, destinations, workspaces, generation or stock. ' +
          'Renders and uploads count toward the limits of your account. Each session may send as many requests a ' +
          'minute as your plan allows a key.',
        'The editor hides what the permissions do not allow; the service refuses it too. Other people in the history ' +
          'are called Owner, unless they have a session with a name.',
      ],
    },
    {
      title: 'Events',
      text: ['The element dispatches these events. Their data is in `detail`. They do not bubble.'],
      table: {
        ready: 'The project is open. `{ projectId, rev }`',
        change: 'A change was saved, by this editor or by another client. `{ rev }`',
        render: 'The status of a render of the project has changed. `{ renderId, status }`',
        close: 'The user has pressed the close button. Remove the element.',
        error: 'The editor cannot be used: `session_ended`, `not_loaded` or `not_reached`. `{ code, message }`',
      },
    },
    {
      title: 'Without the element',
      text: [
        'The address can also be the `src` of an `iframe`. When it is loaded, send ' +
          `\`{ framemill: "connect", version: 1 }\` to the frame with \`postMessage\`, for the origin ${origin}. The editor answers to your origin only. Its ` +
          'messages are objects: `framemill` is the name of the event, and its data is next to it. Check `origin` ' +
          'and `source` of each message.',
      ],
    },
    {
      title: 'What it needs',
      text: [
        `A content security policy of your page must have \`script-src ${origin}\` and \`frame-src ${origin}\`. The ` +
          'editor uses no cookies and no storage, so it works where browsers block those of other sites. Give the ' +
          'element a height; it has 640 pixels otherwise. Below a width of 900 pixels, the parts of the editor are ' +
          'placed one below the other.',
      ],
    },
    {
      title: 'Limits',
      text: [
        'The editor has no transcripts, no assistant, no stock media and no drafts in the browser. Preferences such ' +
          'as keyboard shortcuts last until the page is closed. An account has at most 10,000 sessions, and a session ' +
          'uploads at most 1,000 files.',
      ],
    },
  ];
}

function example(apiHost: string): string {
  return `import { createServer } from 'node:http';

const service = '${apiHost}';

/** Creates a session for the person who is signed in to your product. */
async function editorAddress(person) {
  const answer = await fetch(\`\${service}/v1/embed-sessions\`, {
    method: 'POST',
    headers: { Authorization: \`Bearer \${process.env.KEY}\`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      projectId: person.projectId,
      permissions: ['edit', 'render', 'upload'],
      origins: ['http://localhost:3000'],
      endUser: person.name,
      theme: { mode: 'light', accent: '#3355ff', onAccent: '#ffffff' },
    }),
  });
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.error.message);
  return body.url;
}

createServer(async (_request, response) => {
  const src = await editorAddress({ name: 'Ada', projectId: process.env.PROJECT_ID });
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  response.end(\`<!doctype html>
<title>Your product</title>
<body style="margin: 0">
<script type="module" src="\${service}/vendor/framemill-editor.js"></script>
<framemill-editor id="editor" style="height: 100vh" src="\${src}"></framemill-editor>
<script type="module">
  editor.addEventListener('change', ({ detail }) => console.log('saved', detail.rev));
  editor.addEventListener('render', ({ detail }) => console.log(detail.renderId, detail.status));
  editor.addEventListener('close', () => editor.remove());
  editor.addEventListener('error', ({ detail }) => alert(detail.message));
</script>\`);
}).listen(3000);`;
}
