import type { FastifyInstance } from 'fastify';
import { docsPage, inlineCode, sendDocsPage } from './docs-page.ts';

/** Changes of the API, newest first: new features, and above all changes in behaviour. */
export const changelog: { date: string; changes: string[] }[] = [
  {
    date: '2026-11-30',
    changes: [
      'New: POST /v1/projects/import makes a project of a Shotstack edit, OpenTimelineIO or an edit decision list, with ' +
        'a report of what differs. Media that are missing become placeholders with the field `missing`; ' +
        '`replaceMedia` puts the media in. MCP has `import_project`. See /docs/guides/shotstack.',
      'New: the element `<framemill-editor>` shows the editor of one project on pages of your product. Its script is ' +
        '/vendor/framemill-editor.js; POST /v1/embed-sessions creates its address, with permissions, origins, ' +
        'lifetime and theme. GET /v1/embed-sessions lists sessions, DELETE /v1/embed-sessions/{id} ends one. See ' +
        '/docs/embed.',
      'New: comments on a time and a place of a project, with answers, below /v1/projects/{id}/comments. They are no ' +
        'part of the document. Webhooks get `comment.created` and `comment.resolved`; MCP has `list_comments`, ' +
        '`add_comment`, `answer_comment` and `update_comment`.',
      'Changed: clips that are added without a `name` have the name of their media. `replaceMedia` gives a clip with ' +
        'the name of its media the name of the new media.',
      'New: `variables` of the items of a batch. The column `name` of a table names its items also when it is a ' +
        'variable.',
      'New: GET /v1/requests lists the newest 1,000 requests of the account with their errors, by status and text.',
      'New: POST /v1/projects/{id}/review-links creates an address at which people without an account watch a project ' +
        'and comment on it. GET lists the links of a project, DELETE ends one.',
    ],
  },
  {
    date: '2026-11-29',
    changes: [
      'New: the element `<framemill-player>` plays a project on any page, without a render. Its script is ' +
        '/vendor/framemill-player.js; POST /v1/projects/{id}/player-addresses creates the address of a project. See ' +
        '/docs/player. The page about /vendor/player.js is now /docs/preview-player.',
      'New: DELETE /v1/renders/{id} deletes a render that has ended, with its files. Its addresses answer 404, files ' +
        'on their way to a destination fail (`render.delivery_failed`), and counts of usage stay.',
      'New: `limits.exportsKeptDays` of GET /v1/me: the days after its end for which a render is kept with its files; ' +
        'null: for ever.',
      'Changed: `q` of GET /v1/media answers quickly among hundreds of thousands of files. A page may then have ' +
        'fewer entries than `limit`, or none, while more follow: `nextCursor` is null on the last page only.',
    ],
  },
  {
    date: '2026-11-28',
    changes: [
      'Changed: deliveries. Files that broke off, or whose destination was too slow, go on where they stopped ' +
        '(S3 in parts, SFTP); a sending below 100 kB/s over 60 s is ended and tried again, and slow destinations ' +
        'share a few places. New: `sentBytes` and `sizeBytes` of `deliveries`. See /docs/destinations.',
      'New: `q` and `kind` of GET /v1/media search the names of files and choose a kind. MCP has `list_media`, ' +
        'which also shows pictures of the first files.',
      'New: `find_commands` of MCP finds commands by what editors call them, by values such as `vignette`, and ' +
        'says which parameters make it, or what to do when no command does.',
      'Changed: MCP names tools and arguments in its texts, not routes and bodies. The 401 of `/api/mcp` and its ' +
        'metadata name the scopes that tools use.',
      'Changed: `field` of errors is the whole path everywhere: `body.outputs.2.format`, `body.variables`, ' +
        '`query.output`, `body.file`, `body.document.clips.0.start`; each of the `problems` of a document as well.',
      'Changed: `mediaId` and `url` together are 400 at POST /v1/ai/transcriptions; with a test key its `url` is ' +
        'not fetched.',
      'Changed: PATCH /v1/telegram/users/{user} refuses test keys before they count against the rate limit.',
      'New: `marketplace` of the manifest of a plugin.',
    ],
  },
  {
    date: '2026-11-26',
    changes: [
      'New: `qc` of POST /v1/batches: limits that the files of every item must keep, as those of a render. An ' +
        'item that breaks one ends FAILED, the others go on.',
      'New: POST /v1/media/large-uploads takes files of up to 512 MB, as far as the plan allows; uploads stay at ' +
        '32 MB. `framemill push` and the Studio use it by themselves.',
      'New: `chapters: true` of an output also in WebM.',
      'Changed: animated WebP has the colours of the film; they were a little off (BT.709 read as BT.601).',
      'New: `framemill submit` and `framemill batch` have a service render a project, once or for each row of a ' +
        'table, and wait for the films, their delivery and their report; `framemill destinations` lists, adds, ' +
        'tests and removes the places that it sends files to. `--qc` of `framemill render` holds what was rendered ' +
        'to limits.',
      'New: MCP has `list_destinations`: names and kinds of the places that files can be sent to, without ' +
        'addresses and credentials.',
      'New: `aspect` of POST /v1/renders, of each of its `outputs`, of batches and of GET ' +
        '/v1/projects/{id}/preview: the film laid out again for 16:9, 9:16, 1:1, 4:5, 4:3 or 21:9. Renders, their ' +
        "outputs and the outputs of batches say it as `aspect`; null is the project's own.",
      'Mended: `captions` and `chapters` of the first of the `outputs` of a batch were left out.',
      'Mended: `trimClip` and `updateClip` with `duration: "media"` left out `fixes` of what else they changed; ' +
        '`trimClip` returns `trackIndex` then as well.',
      'Mended: the report of an animated WebP said that it has no pictures; that of a GIF ended where its last ' +
        'picture begins when that stands.',
      'Mended: `framemill push` and `pull` left out files that variables stand for, and made numbers of the ' +
        'lengths of clips that last as long as their media.',
    ],
  },
  {
    date: '2026-11-25',
    changes: [
      'New: quality reports. GET /v1/renders/{id}/report measures a finished file: black, frozen and blown out ' +
        'stretches, silence, loudness (ITU-R BS.1770-4), true peak, offset of sound and picture, missing glyphs, ' +
        'upscaled media, texts that are faint or at the edge, bitrate, size and times. `qc: "strict"` or an object ' +
        'of limits on POST /v1/renders lets a film that breaks them end FAILED, with the limits in `error`; its ' +
        'report stays. MCP has `get_render_report`.',
      'New: `captions: "embedded"` and `chapters: true` of an output put the captions into the file as a track ' +
        '(MP4, MOV, WebM) and the markers as chapters (MP4, MOV).',
      'New: PUT /v1/projects/{id}/document replaces the document of a project that is kept as a file; `sha256` ' +
        'of GET /v1/media finds a file by its bytes, so that it need not be sent again. `framemill push` and ' +
        '`framemill pull` use both.',
      'New: destinations. Six routes below /v1/destinations; `destination` and `reference` of POST /v1/renders; ' +
        '`deliveries` of renders; POST /v1/renders/{id}/deliveries/retry; the events `render.delivered` and ' +
        '`render.delivery_failed`. See /docs/destinations.',
      'New: `dryRun: true` of POST /v1/renders answers 200 with a quote: frames and segments to render and ' +
        'reused, expected seconds, pool, allowance and credits. Nothing is queued or charged. In the typed client ' +
        "the answer is one of two: `'render' in data` tells which.",
      'New: variables. `{{name}}` and `{{name|default}}` in texts, sources and html clips; GET ' +
        '/v1/projects/{id}/variables lists them; `variables` of POST /v1/renders and of previews puts values in. ' +
        'Without `variables` nothing is replaced.',
      'New: every save of a project is kept with its commands and author: GET /v1/projects/{id}/commands?since= ' +
        'and /history; `rev` of GET /v1/projects/{id} reads an earlier state, POST .../restore makes it the ' +
        'present one, POST .../undo takes one change back.',
      'New: `batchId` of POST /v1/projects/{id}/commands: a batch that comes again under its name is not applied ' +
        'again.',
      'New: batches. POST /v1/batches renders a project once for each of up to 10,000 items: `items`, `csv`, or ' +
        '`csvMediaId` (media of the new kind `table`, an uploaded CSV file); `outputs` as renders take them; ' +
        '`webhook`, an address of this batch alone; `destination`, where the files of every item go. Items, ' +
        'manifest, archive, cancel and retry below /v1/batches/{id}.',
      'New: a quote counts every file of `outputs`, also of a batch.',
      'New: `duration: "media"` of `addClip`, `updateClip` and `trimClip`: a clip that lasts as long as its ' +
        'media. When a variable or `replaceMedia` puts other media in, it gets the length of that, and the film ' +
        'follows, in renders, quotes, batches and previews; `durationFrom` of clips, `changesDuration` of ' +
        'variables. The rules are at /docs/variables. The template `video-review` uses it; its variable `video` is ' +
        'of the new type `video`.',
      'New: variables in numbers and colours: `variables` of a clip names them by field (`{ "volume": ' +
        '"{{loudness}}", "textStyle.color": "{{brand|#ff8800}}" }`, set by `updateClip`), `backgroundVariable` of ' +
        'the settings the background. GET /v1/projects/{id}/variables tells their types and ranges; values of ' +
        'another type are 400 with their names in `invalid`.',
    ],
  },
  {
    date: '2026-11-24',
    changes: [
      'New: /vendor/player.js shows, plays and seeks HTML previews in other pages; see /docs/preview-player.',
      'New: GET /v1/schema/document, the JSON Schema of documents, without a key; see /docs/document.',
      'New: JSON answers name the fields of the body that had no effect: `ignored`. `applied.note` says what ' +
        'became of a `resolution` that is neither `full` nor `half`, which may have any length.',
      'New: a refresh token that comes again within 10 s gets the same new pair; later it ends the grant, as before.',
      'New: 403 `insufficient_scope` of an OAuth token carries `WWW-Authenticate` with the scope to ask for.',
      'Changed: rate headers are also on 402 `plan_required` and on unknown routes of a valid credential, which ' +
        'count as requests.',
      'Changed: a frame of a project without clips is 400 `invalid_request`; frame requests that end in 400 or ' +
        '404 use up no frame.',
      'Changed: `daily[].renders` of GET /v1/usage leaves out renders whose export was given back, as ' +
        '`renders.used` does.',
      'New: `/v1/ai/images`, `stickers`, `speech`, `transcriptions`, `videos`, `jobs/{id}` and `agent`; GET ' +
        '/v1/stock/search; `/v1/plugins`; `/v1/telegram/users`.',
      'New: an MCP server at `/api/mcp`; see /docs/assistants.',
      'New: Telegram bots of apps; see /docs/bots. Their end users send the three `telegram.end_user` events.',
      'Changed: a render that shows a part of a video too far behind a key frame is refused with the clip named, ' +
        'instead of failing after minutes.',
      'Changed: uploads slower than 16 kB/s over 10 s are ended; an account has 64 MB of uploads in flight at most.',
      'Changed: `importTimeline` counts the time of an EDL from its first event; `offset: "keep"` counts from ' +
        'the full hour before it, as it was.',
      'Changed: `importTimeline` takes of an OTIO track what its `source_range` takes. WebVTT is read without ' +
        'its bad blocks, and `fixes` names them.',
      'New: subtitle files in UTF-16 with a byte order mark.',
      'New: uploads of SVG, TIFF, BMP, AVIF, AVI, MPEG-TS, MPEG-PS, FLV, WMV, OGV, AIFF, CAF, WavPack, AC-3, ' +
        'E-AC-3 and WMA.',
      'New: PATCH and DELETE /v1/media/{id}. Known bytes that are uploaded again get the new name.',
      'Changed: `url` of a render, in answers and events, is absolute. Downloads are saved under the name of ' +
        'their project.',
      'Changed: the schema says what fits into a request of 1 MB: `data` of `importTimeline` and ' +
        '`importSubtitles` 900,000 characters, 15,000 words of `addCaptions`.',
      'New: a GIF may be a sticker: it becomes a video that repeats.',
      'New: a command may name what an earlier one of its batch returned (`"clipId": "$0.clipId"`); `atomic: ' +
        'true` applies all commands or none; POST /v1/projects answers with a `hint`.',
      'New: `addClip` and its kin take `fit`, `volume`, `transform` and `transition`; colours are all CSS ' +
        'colours; `overflowWrap` of texts; `data-clip-track` on the audio of HTML previews.',
      'New: `clipId` of lint entries.',
      'Changed: `ok` and `valid` are false when a command was dropped because the plan lacks it.',
      'Changed: a word that is wider than its text box stays whole, unless `overflowWrap` is `anywhere`; lint ' +
        'tells of it.',
      'Changed: durations of less than a frame and names of nothing but spaces are refused; ids of removed ' +
        'tracks are not used again; a batch that changes nothing keeps the `rev`.',
    ],
  },
  {
    date: '2026-11-22',
    changes: [
      'New: media of kind `subtitle` (.srt, .vtt) and `font` (.ttf, .otf, .woff, .woff2).',
      'New: `importSubtitles` takes `src`; `fontFamily` of texts and masks takes the id or URL of a font.',
    ],
  },
  {
    date: '2026-11-21',
    changes: [
      'New: GET /v1/usage; five routes of workspaces, and PUT /v1/projects/{id}/workspace; POST /v1/media/import.',
      'New: projects carry `workspaceId`; `workspace` filters the list of projects; `workspaceId` works at creation.',
      'New: signed webhooks, registered in the console.',
    ],
  },
  { date: '2026-08-01', changes: ['The first version of the public contract.'] },
];

/** Serves /docs/changelog, the list of API changes. No credential needed. */
export function installChangelogPage(app: FastifyInstance): void {
  app.get('/docs/changelog', { schema: { hide: true } }, (_request, reply) => {
    const entries = changelog.map(({ date, changes }) => {
      const items = changes.map((change) => `<li>${inlineCode(change)}</li>`);
      return `<h2><time datetime="${date}">${date}</time></h2><ul>${items.join('')}</ul>`;
    });
    return sendDocsPage(reply, docsPage('Changelog', entries.join('')));
  });
}
