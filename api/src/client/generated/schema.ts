// Generated from the OpenAPI document by `npm run client`. Do not edit.

export interface paths {
    "/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Account and credential
         * @description The account behind the credential: plan, credits, exports and limits, and what the credential may do. Scope: `account.read`.
         */
        get: operations["me"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Usage of the present month
         * @description Requests, renders, credits and storage of the account in its present month, together and by day. Scope: `account.read`.
         */
        get: operations["usage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List projects
         * @description Lists the projects of the account, newest first. Documents are not listed. Scope: `projects.read`.
         */
        get: operations["list-projects"];
        put?: never;
        /**
         * Create a project
         * @description Creates a project, optionally with commands. Commands that fail do not undo the project; see `hint` and `results`. Scope: `projects.write`.
         */
        post: operations["create-project"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a project
         * @description Reads one project: `summary`, `clips` (default: tracks and clip summaries) or the whole `document`. Scope: `projects.read`.
         */
        get: operations["get-project"];
        put?: never;
        post?: never;
        /**
         * Delete a project
         * @description Deletes a project; a second call answers 404. Its renders and media stay. Scope: `projects.write`.
         */
        delete: operations["delete-project"];
        options?: never;
        head?: never;
        /**
         * Rename a project
         * @description Renames a project by the command setProjectSettings, so that the document and the record agree. Scope: `projects.write`.
         */
        patch: operations["update-project"];
        trace?: never;
    };
    "/v1/projects/{id}/variables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Variables of a project
         * @description What a render or a preview of the project may be given as `variables`: every `{{name}}` and `{{name|default}}` of its texts, sources, html clips, numbers and colours, in the order of their first use. A number or a colour gets its variable by `updateClip` (`variables` of the clip, by field) or `setProjectSettings` (`backgroundVariable`). Scope: `projects.read`.
         */
        get: operations["list-variables"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{id}/workspace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Move a project to a workspace
         * @description Puts a project into a workspace, or with null into none. The document and its `rev` stay as they are. Scope: `projects.write`.
         */
        put: operations["move-project"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{id}/commands": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what changed since a rev
         * @description Lists the changes after rev `since` in order, each with its commands and what they did: `changes` makes the document of rev - 1 that of rev. Long lists come in parts: ask again with the last `rev` while it is below the `rev` of the answer. `reset`: what changed is no longer known so far back; read the document anew. Scope: `projects.read`.
         */
        get: operations["list-commands"];
        put?: never;
        /**
         * Apply commands
         * @description Applies 1 to 200 commands in order. Each succeeds or fails alone; the batch is saved if one succeeded, with `atomic` only if all did. `ok` is true when every command that was sent succeeded. A command may name what an earlier one of its batch returned: `"clipId": "$0.clipId"` is the clip that the first command made, `"$0.clipIds[1]"` the second item of a list. With `dryRun` nothing is saved. With `rev` the batch runs only against that state. A concurrent change answers 409 with `conflictCode: stale_rev` and the present `rev`. Not idempotent, but for a batch with a `batchId`: one that was applied is answered with what it did then. Scope: `projects.write`.
         */
        post: operations["apply-commands"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the changes of a project
         * @description Lists who changed what and when, newest first. The last 2,000 changes are kept, or 64 MB of them. GET /v1/projects/{id}?rev= reads the project as it was, POST /v1/projects/{id}/restore makes that the present one. Scope: `projects.read`.
         */
        get: operations["list-history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo one change
         * @description Takes back what the change that led to `rev` did, and nothing of what others did before or after. Undoing the rev that an undo made is redo. 409 with `conflictCode: change_overwritten` when later changes touched the same parts (`parts`: `clip <id>`, `track <id>`, `settings`, `markers`), or what comes back would not fit what is there now. Scope: `projects.write`.
         */
        post: operations["undo-change"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a project
         * @description Makes the project again what it was at `rev`. That is a change like others, which can be undone: what came after `rev` stays in the history. Scope: `projects.write`.
         */
        post: operations["restore-project"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{id}/document": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace the document
         * @description Replaces the whole document of a project, for projects that are kept as files. That is a change like others, which can be undone. Its sources must be media of the account that are READY. With `rev` it is refused when the project has changed since. For edits, send commands. Scope: `projects.write`.
         */
        put: operations["put-document"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{id}/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check commands
         * @description Runs commands against the real document without saving: are they valid, does the plan allow them. Scope: `projects.read`.
         */
        post: operations["validate-commands"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview a project
         * @description Without `at` and `format`: facts and layout lint, nothing is rendered. With `at`: also one frame, as a durable URL (30 days) and as a data URI. With `format=image`: the frame itself as a JPEG. Frames are half the size of the project; 10 a minute. With `format=html`: a web page of the whole composition, driven by the paused timeline `window.__timelines.main`; its addresses are relative to the root of this host. With `aspect` all of it is of the film laid out for that aspect ratio, as a render with it is. Scope: `render.read`.
         */
        get: operations["preview-project"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/schema/commands": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The command schema
         * @description Every command with its parameters and results: the single definition of what edits a project.
         */
        get: operations["get-command-schema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List batches
         * @description Lists the batches of the account, newest first. Scope: `render.read`.
         */
        get: operations["list-batches"];
        put?: never;
        /**
         * Render a project many times
         * @description Makes a film of the project as it is now for each item, up to 10000, with the item's values of its variables. Items begin as places of the plan get free; from three places on one stays free for single renders. What items have in common is rendered once. Names of variables are checked for all items here; an item whose values make no film fails alone. Scope: `render.write`.
         */
        post: operations["create-batch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A batch
         * @description How a batch stands: how many of its items wait, run and have ended, and how much of them was rendered once. Scope: `render.read`.
         */
        get: operations["get-batch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches/{id}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Items of a batch
         * @description Lists the items of a batch in their order, all or those of one status. Scope: `render.read`.
         */
        get: operations["list-batch-items"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches/{id}/manifest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Manifest of a batch
         * @description All items of a batch with the addresses of their files, as JSON or, with `format=csv`, as a table for a spreadsheet. Scope: `render.read`.
         */
        get: operations["get-batch-manifest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches/{id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All files of a batch
         * @description The finished files of a batch as one ZIP, each named after its place and reference, with `manifest.csv`. It is made while it is read. Scope: `render.read`.
         */
        get: operations["get-batch-archive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a batch
         * @description Cancels what of a batch has not ended, and gives the exports of its renders back. Finished items stay. A batch that has ended answers 409 `invalid_request`. Scope: `render.write`.
         */
        post: operations["cancel-batch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try failed items of a batch again
         * @description Puts the failed and cancelled items of a batch into its queue again, with the project as it was when the batch was made. Finished items stay, and segments that were rendered for the others are not rendered again. A batch that ended more than 30 days ago answers 409 `invalid_request`. Scope: `render.write`.
         */
        post: operations["retry-batch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/renders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List renders
         * @description Lists a project's renders, or without `projectId` those of the account, newest first. Scope: `render.read`.
         */
        get: operations["list-renders"];
        put?: never;
        /**
         * Start a render
         * @description Queues a render of a project as it is now, with `variables` in place. Poll `poll` until the status is COMPLETED, FAILED or CANCELLED. With a test key the render is COMPLETED at once with a sample file and nothing is charged. Scope: `render.write`.
         */
        post: operations["create-render"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/renders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Render status
         * @description The state of a render. Poll at most every five seconds. Scope: `render.read`.
         */
        get: operations["get-render"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/renders/{id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Quality report of a render
         * @description What was measured and found in a finished file: black, frozen and blown out stretches, silence, loudness, true peak, the offset of sound and picture, missing glyphs, upscaled media, texts that are faint or at the edge, bitrate, size and times. A render without `qc` is measured when its report is asked for first: poll until `status` is READY. A frozen or blown out picture counts where a video plays; contrast where a text stands on one colour; texts of html clips are not looked into. Reports are kept for a month. Scope: `render.read`.
         */
        get: operations["get-render-report"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/renders/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a render
         * @description Cancels a render that has not finished and gives its export back. A finished render answers 409 `invalid_request`. Scope: `render.write`.
         */
        post: operations["cancel-render"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/renders/{id}/deliveries/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver again
         * @description Sends the files of a render that were not delivered again, now and with all retries before them: those that failed, and those that wait for their next attempt. They go to the destination as it is now. Without such files: 409 `invalid_request`. Scope: `render.write`.
         */
        post: operations["retry-deliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/destinations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List destinations
         * @description Lists the destinations of the account, newest first, without their credentials. Scope: `render.read`.
         */
        get: operations["list-destinations"];
        put?: never;
        /**
         * Add a destination
         * @description Notes a place where finished files are sent: a bucket (`s3`), an SFTP folder (`sftp`) or an address that takes a PUT (`put`). It is tested first: a file of a few bytes is written and removed. Credentials are stored encrypted and never shown. Servers in private networks are refused unless the operator allows them. Scope: `render.write`.
         */
        post: operations["create-destination"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/destinations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A destination
         * @description A destination without its credentials. Scope: `render.read`.
         */
        get: operations["get-destination"];
        put?: never;
        post?: never;
        /**
         * Delete a destination
         * @description Deletes a destination with its credentials. Files that are on their way to it fail; what is there stays there. Scope: `render.write`.
         */
        delete: operations["delete-destination"];
        options?: never;
        head?: never;
        /**
         * Change a destination
         * @description Changes what is sent; fields that are left out stay, credentials too. Its kind stays. A change of where files go, or of credentials, is tested first. Files that are on their way go to the changed place from their next attempt on. Scope: `render.write`.
         */
        patch: operations["update-destination"];
        trace?: never;
    };
    "/v1/destinations/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a destination
         * @description Writes a file of a few bytes there and removes it, as when it was added. What goes wrong is a `provider_error` that says what to do. Scope: `render.write`.
         */
        post: operations["test-destination"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/media/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a media file
         * @description Uploads one video (MP4, MOV, WebM, MKV, AVI, MPEG-TS, MPEG-PS, FLV, WMV, OGV), audio (MP3, AAC, M4A, WAV, AIFF, CAF, FLAC, WavPack, OGG, AC-3, E-AC-3, WMA), image (PNG, JPEG, WebP, AVIF, GIF, TIFF, BMP, SVG), .cube, subtitle (.srt, .vtt), table (.csv) or font (.ttf, .otf, .woff, .woff2) file of at most 32 MB (or what the plan allows, if less; fonts 30 MB, .cube, subtitle files and tables 5 MB, SVG 4 MB). What it is its bytes say, not its name; a font under its file name is named after its family. SVG drawings must hold all that they show: they fetch nothing and run no scripts. A node looks into the file before the answer; when that takes longer than 10 s the status is PROCESSING. The same bytes are stored once: sent again they keep their id and get the new name. Scope: `media.write`.
         */
        post: operations["upload-media"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/media/large-uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a large media file
         * @description Uploads one file as POST /v1/media/uploads does, of at most 512 MB (or what the plan allows, if less): as much as an import may bring. It goes to the disk as it comes, and must be here within 120 s. Scope: `media.write`.
         */
        post: operations["upload-large-media"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/media/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a media file
         * @description Fetches a file from a public http or https address: at most 512 MB (or what the plan allows, if less), within 120 s, over at most 3 redirects. What goes wrong over there is a `provider_error`. From then on it is like an upload. Scope: `media.write`.
         */
        post: operations["import-media"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List media
         * @description Lists the media files of the account, newest first; all, or those that `q` and `kind` name. Scope: `media.read`.
         */
        get: operations["list-media"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/media/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a media file
         * @description The record of one media file; poll it while the status, or what you need of `ingest`, is PROCESSING. Scope: `media.read`.
         */
        get: operations["get-media"];
        put?: never;
        post?: never;
        /**
         * Delete a media file
         * @description Deletes a media file with all that was made of it, and frees its storage; a second call answers 404. While a project or a render that has not ended uses it: 409 `invalid_request` with `conflictCode: media_in_use`, the `projects` (id, name, clipIds; at most 10) and the `renderIds`. Scope: `media.write`.
         */
        delete: operations["delete-media"];
        options?: never;
        head?: never;
        /**
         * Rename a media file
         * @description Renames a media file. Clips name media by id or address, so nothing else changes. Scope: `media.write`.
         */
        patch: operations["update-media"];
        trace?: never;
    };
    "/v1/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List workspaces
         * @description Lists the workspaces of the account, newest first. Scope: `projects.read`.
         */
        get: operations["list-workspaces"];
        put?: never;
        /**
         * Create a workspace
         * @description Creates a workspace: a folder of projects. A project is in one workspace or in none. Scope: `projects.write`.
         */
        post: operations["create-workspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workspaces/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a workspace
         * @description Reads one workspace. Its projects are listed by GET /v1/projects?workspace={id}. Scope: `projects.read`.
         */
        get: operations["get-workspace"];
        put?: never;
        post?: never;
        /**
         * Delete a workspace
         * @description Deletes a workspace; a second call answers 404. Its projects stay, in no workspace. Scope: `projects.write`.
         */
        delete: operations["delete-workspace"];
        options?: never;
        head?: never;
        /**
         * Rename a workspace
         * @description Renames a workspace. Scope: `projects.write`.
         */
        patch: operations["update-workspace"];
        trace?: never;
    };
    "/v1/ai/images": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make pictures of a text
         * @description Costs 10 credits a picture, charged first and given back when no provider makes them. The answer has them as media, ready to be used by clips. With a test key it has a sample and nothing is charged. Scope: `ai.image`.
         */
        post: operations["create-images"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ai/stickers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a sticker of a text
         * @description A picture with a transparent background, for `addSticker`. Costs 8 credits, charged first and given back when no provider makes it. With a test key the answer has a sample and nothing is charged. Scope: `ai.image`.
         */
        post: operations["create-sticker"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ai/speech": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Speak a text
         * @description Costs 1 credit per started 100 characters, charged first and given back when no provider speaks it. `words` has the times of the words where the provider tells them; `POST /v1/ai/transcriptions` with the script finds them otherwise. With a test key the answer has a sample and nothing is charged. Scope: `ai.speech`.
         */
        post: operations["create-speech"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ai/transcriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write down what is said, word by word
         * @description `words` goes into `addCaptions` as it is. Mode `auto` has a provider listen to `mediaId` (or to a file at `url`, which becomes media): 1 credit per started 10 s, charged first and given back when it fails. Without a provider the farm writes English down itself where pocketsphinx is installed, at most 300 s and with many errors. Mode `script` costs nothing: the farm finds when the words of a known English script are spoken in the media, and words that it does not find, or all where it cannot, are spread between by their syllables. With `durationSec` the script is spread over that time. With a test key a sample comes: nothing is fetched, stored or charged. Scope: `ai.transcribe`.
         */
        post: operations["create-transcription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ai/videos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a film of a text
         * @description Takes minutes: poll `poll` until the status is COMPLETED or FAILED. Costs 20 credits a second, charged first and given back when it fails. One at a time for an account; a second one is refused with `quota_exceeded`. With a test key the job is COMPLETED at once with a sample and nothing is charged. Scope: `ai.video`.
         */
        post: operations["create-video"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ai/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How a film that is being made stands
         * @description Poll at most every five seconds, until the status is COMPLETED or FAILED. Scope: `ai.video`.
         */
        get: operations["get-ai-job"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ai/agent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Edit by a message
         * @description Turns a message into commands and applies them. Models that are configured are asked in turn, with at most one repair call; without any, or when all fail, rules plan it (`planner: heuristic`). What could not be planned is in `unresolved`. Costs 5 credits, also with `dryRun` and for an empty plan of a model; given back when every planner fails, and when rules plan nothing. With a test key the rules plan and nothing is charged. Scope: `ai.agent`.
         */
        post: operations["run-agent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List templates
         * @description Films to begin with, each with a poster and what may be filled in. POST /v1/projects makes a project of one. Scope: `projects.read`.
         */
        get: operations["list-templates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plugins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List plugins
         * @description What the operator registered, with the tools of each and what they take. `planRequired` names the smallest plan. Scope: `account.read`.
         */
        get: operations["list-plugins"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plugins/{slug}/{tool}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invoke a tool of a plugin
         * @description Sends the arguments to a third party: the endpoint that the plugin is registered with. They are checked against the tool's `inputSchema` first. Plugins of the marketplace need the Creator plan. A plugin has 30 s and answers at most 1 MB. Scope: `plugins.invoke`.
         */
        post: operations["invoke-plugin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/telegram/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a bot's end users
         * @description The people who wrote to the bot of the credential's app, who came last first. Scope: `telegram.users.read`.
         */
        get: operations["list-telegram-users"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/telegram/users/{user}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One of a bot's end users
         * @description `user` is Telegram's id of the person. Scope: `telegram.users.read`.
         */
        get: operations["get-telegram-user"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Block an end user, or change their daily limit
         * @description Live keys only, 120 a minute for an app. Blocking somebody sends `telegram.end_user.blocked`. Scope: `telegram.users.write`.
         */
        patch: operations["update-telegram-user"];
        trace?: never;
    };
    "/v1/stock/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search stock media
         * @description Looks through the libraries that this installation has, in turn, until one answers. Costs nothing. A find becomes media by `POST /v1/media/import` with its `url`. Scope: `stock.read`.
         */
        get: operations["search-stock"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Error: {
            error: {
                /** @description Branch on this, never on the message. */
                code: string;
                message: string;
                /** @description A page about the code. */
                docs_url: string;
                /** @description Of `invalid_request` and `prompt_rejected`: the field at fault. */
                field?: string;
                /** @description Of 409: `stale_rev` or another reason. */
                conflictCode?: string;
                /** @description Of `stale_rev`: the present state of the project. */
                rev?: number;
                /** @description Of `insufficient_scope`: the one that is needed. */
                scope?: string;
                /** @description Of `insufficient_scope`: those held. */
                granted?: string[];
                /** @description Of `insufficient_credits`: the balance. */
                remaining?: number;
                /** @description Of `access_suspended`: what, until when and why, and where to object. */
                restriction?: {
                    what?: string;
                    /** @description null: until it is lifted. */
                    until?: string | null;
                    reason?: string | null;
                    appeal?: string;
                };
                /** @description Of 429 of preview frames: seconds to wait. */
                retryAfterSec?: number;
            };
        };
        Account: {
            id: string;
            email: string;
            name: string;
            plan: {
                id: string;
                name: string;
                features: string[];
            };
            credits: {
                remaining: number;
                perMonth: number;
                /** Format: date-time */
                resetsAt: string;
            };
            exports: {
                used: number;
                /** @description null: unlimited */
                limit: number | null;
                /** Format: date-time */
                resetsAt: string;
            };
            limits: {
                /** @description null: unlimited */
                maxProjects: number | null;
                /** @description Limit on the shorter side, pixels. */
                maxExportHeight: number;
                maxUploadMb: number;
                /** @description null: as many as wait for the farm */
                maxConcurrentRenders: number | null;
            };
        };
        AiJob: {
            id: string;
            /** @enum {unknown} */
            status: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED" | "CANCELLED";
            /** @description Percent; 100 only when COMPLETED. */
            progress: number;
            /** @description Set when COMPLETED. */
            media: components["schemas"]["Media"] | null;
            /** @description Set when FAILED. */
            error: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        Batch: {
            id: string;
            projectId: string;
            name: string;
            /**
             * @description COMPLETED when every item has ended, also those that failed: see `counts`.
             * @enum {unknown}
             */
            status: "PROCESSING" | "COMPLETED" | "CANCELLED";
            /** @enum {string} */
            format: "mp4" | "webm" | "gif" | "mp4-hevc" | "mp4-av1" | "webm-alpha" | "mov-prores" | "webp" | "mp3" | "m4a" | "wav" | "opus" | "png-sequence" | "jpeg-sequence" | "poster" | "contact-sheet" | "sprites";
            /** @enum {string} */
            quality: "draft" | "standard" | "high";
            resolution: string;
            /** @description The files of each item, in their order; null: one, as the fields before say. */
            outputs: {
                format: string;
                quality: string;
                resolution: string;
                /** @description The aspect ratio that the film is laid out again for; null: its own. */
                aspect: string | null;
            }[] | null;
            /** @description Items. */
            total: number;
            counts: {
                queued: number;
                pending: number;
                processing: number;
                completed: number;
                failed: number;
                cancelled: number;
            };
            /** @description Percent; 100 only when no item is left. */
            progress: number;
            /** @description Of the items so far: frames of their films, and those that were really rendered for them. */
            frames: {
                total: number;
                rendered: number;
            };
            segments: {
                total: number;
                /** @description Taken from earlier renders or from other items. */
                reused: number;
            };
            /** @description What keeps the next item from beginning, beside the places of the plan. */
            waitingFor: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description When it ended. */
            completedAt: string | null;
        };
        BatchItem: {
            /** @description Its place in the batch, from 0. */
            index: number;
            /** @description As it was given; empty: none. */
            reference: string;
            name: string;
            /**
             * @description QUEUED: it waits for a place; else that of its render.
             * @enum {unknown}
             */
            status: "QUEUED" | "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED" | "CANCELLED";
            progress: number;
            /** @description Why it failed. */
            error: string | null;
            /** @description Its render; null while it is QUEUED, and when its values made no film. */
            renderId: string | null;
            /** @description Absolute address of the file; set when COMPLETED. */
            url: string | null;
            /** @description All files of a render with several `outputs`, in their order; null: it has one, or none yet. */
            outputs: components["schemas"]["OutputFile"][] | null;
            fileSizeBytes: number | null;
            durationSec: number | null;
        };
        Change: {
            /** @description The rev that the change led to. */
            rev: number;
            /** @description What its sender called it. */
            batchId: string | null;
            author: {
                /** @description How it came in: `editor`, `api`, `mcp`, `planner` or `bot`. */
                via: string;
                /** @description The app of the key or token; of people in the editor, their name. */
                name: string;
            };
            /** Format: date-time */
            at: string;
            /** @description The rev whose change it took back. */
            undoes: number | null;
            /** @description The rev that it made the present one again. */
            restores: number | null;
            /** @description Empty for an undo or a restore. */
            commands: ({
                /** @description A name listed by GET /v1/schema/commands. */
                op: string;
            } & {
                [key: string]: unknown;
            })[];
            /** @description What differs from the rev before: fields of settings and markers, and of tracks and clips by id. */
            changes: Record<string, never>;
        };
        ClipSummary: {
            id: string;
            type: string;
            name: string;
            start: number;
            duration: number;
            /** @description A track id. */
            trackIndex: number;
            src: string;
            /** @description The first 120 characters. */
            text?: string;
            effects: string[];
            keyframedProps: string[];
            /** @description Absent: 1. */
            speed?: number;
            /** @description From the clip before it, or at its end. */
            transition?: {
                type: string;
                duration: number;
            };
            /**
             * @description It has a colour grade.
             * @enum {boolean}
             */
            graded?: true;
        };
        CommandResult: {
            op: string;
            ok: boolean;
            error?: string;
            data?: {
                [key: string]: unknown;
            };
        };
        Delivery: {
            /** @description Which of the `outputs`; 0 when there is one file. */
            output: number;
            destinationId: string;
            /** @description `s3`, `put` or `sftp`. */
            kind: string;
            /**
             * @description WAITING: the render is not complete. PENDING: it is sent soon, or again at `nextTryAt`. CANCELLED: the render has no file.
             * @enum {string}
             */
            status: "WAITING" | "PENDING" | "SENDING" | "DELIVERED" | "FAILED" | "CANCELLED";
            /** @description Sendings that were begun; one that was interrupted counts. */
            attempts: number;
            /** @description Bytes that the destination has acknowledged, every 15 s while it is sent. The next attempt resumes there (s3 in parts of 8 MB, sftp); a PUT begins anew. */
            sentBytes?: number;
            /** @description Of the file; null before the first attempt. */
            sizeBytes?: number | null;
            /** @description Where it is, without anything secret. */
            url: string | null;
            /** @description Why the last attempt ended, and what to do. */
            error: string | null;
            nextTryAt: string | null;
            deliveredAt: string | null;
        };
        Destination: {
            id: string;
            /** @description For people. */
            name: string;
            /** @description How files are called there; a slash makes a folder, and the ending comes by itself. It may hold `{reference}` (the `reference` of the render), `{name}` (the name of the project, or of the item of a batch), `{renderId}` (the id of the render), `{format}` (the format, such as `mp4`), `{index}` (the number of the file among those of its render, from 1 on). What is empty becomes the id of the render; characters that no file system takes become dashes. Default `{name}-{renderId}`. */
            fileName: string;
            /** @enum {unknown} */
            kind: "s3" | "put" | "sftp";
            settings: {
                /** @description s3; null: that of AWS */
                endpoint?: string | null;
                /** @description s3 */
                region?: string;
                /** @description s3 */
                bucket?: string;
                /** @description s3 */
                prefix?: string;
                /** @description put, without its query */
                url?: string;
                /** @description sftp */
                host?: string;
                /** @description sftp */
                port?: number;
                /** @description sftp */
                user?: string;
                /** @description sftp */
                hostKeyFingerprint?: string;
                /** @description sftp */
                folder?: string;
            };
            /**
             * Format: date-time
             * @description When a test last went well.
             */
            checkedAt: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description The document as it is stored; commands change it. Times in seconds, places in pixels from the centre. */
        Document: {
            /** @enum {number} */
            version: 2;
            /** @description Settings of the project. */
            settings: {
                /** @description Name of the project. */
                name: string;
                /**
                 * @description Aspect ratio that the size was chosen by.
                 * @enum {unknown}
                 */
                aspectRatio: "16:9" | "9:16" | "1:1" | "4:5" | "4:3" | "21:9";
                /** @description Width of the canvas. Pixels, even. */
                width: number;
                /** @description Height of the canvas. Pixels, even. */
                height: number;
                /** @description Frames a second; 23.976, 29.97 and 59.94 mean n*1000/1001. */
                fps: number;
                /** @description Colour under the lowest track. A CSS colour: #rrggbb, rgb(), hsl() or a name. */
                background: string;
                /** @description Variable that fills background: {{name}}, or {{name|default}}. Without a default background is it. */
                backgroundVariable?: string;
            };
            /** @description Bottom first. */
            tracks: {
                /** @description Id of the track. */
                id: number;
                /** @description Name shown in an editor. */
                label: string;
                /**
                 * @description What the track is for.
                 * @enum {unknown}
                 */
                type: "video" | "audio" | "text";
                /** @description Colour of its clips in an editor. A CSS colour: #rrggbb, rgb(), hsl() or a name. */
                color: string;
                /** @description Colour of its lane in an editor. A CSS colour: #rrggbb, rgb(), hsl() or a name. */
                bg: string;
                /** @description True: its clips make no sound. */
                muted: boolean;
                /** @description True: commands leave its clips alone. */
                locked: boolean;
                /** @description False: its clips draw nothing. */
                visible: boolean;
            }[];
            /** @description In no particular order. */
            clips: {
                /** @description Id of the clip, made by the reducer. */
                id: string;
                /**
                 * @description What the clip shows or plays.
                 * @enum {unknown}
                 */
                type: "video" | "audio" | "text" | "image" | "shape" | "sticker" | "html" | "adjustment";
                /** @description Name shown in an editor. */
                name: string;
                /** @description Media id or URL; empty for text, shape, html and adjustment clips. */
                src: string;
                /** @description Where it starts on the timeline. Seconds. */
                start: number;
                /** @description How long it lasts on the timeline. Seconds. */
                duration: number;
                /** @description Id of its track. */
                trackIndex: number;
                /** @description In-point in the source. Seconds. */
                mediaStart: number;
                /** @description Length of the source. Seconds. */
                mediaDuration: number;
                /** @description Speed of the source; 2 plays twice as fast. Factor. */
                speed: number;
                /** @description True: the source plays backwards. */
                reverse: boolean;
                /** @description Moment of the source shown for the whole clip; null: it plays. Seconds. */
                freezeAt: number | null;
                /** @description True: the source starts again at its in-point when it ends. */
                loop: boolean;
                /** @description How much of its loop a looping clip leaves out the first time; 0 when absent. Seconds. */
                loopOffset?: number;
                /** @description Clip's centre from the canvas centre, to the right. Pixels. */
                x: number;
                /** @description Clip's centre from the canvas centre, downwards. Pixels. */
                y: number;
                /** @description Size; 1 is the size that fit gives. Factor. */
                scale: number;
                /** @description Clockwise. Degrees. */
                rotation: number;
                /** @description Opacity. 0-1. */
                opacity: number;
                /** @description Gain of the sound; 1 leaves it as it is. */
                volume: number;
                /** @description True: no sound. */
                muted: boolean;
                /** @description Fade of the sound from the start. Seconds. */
                fadeIn: number;
                /** @description Fade of the sound to the end. Seconds. */
                fadeOut: number;
                /** @description Horizontal scale, times scale. Factor. */
                scaleX?: number;
                /** @description Vertical scale, times scale. Factor. */
                scaleY?: number;
                /** @description Horizontal skew. Degrees. */
                skewX?: number;
                /** @description Vertical skew. Degrees. */
                skewY?: number;
                /** @description Point of the box that rotation and scale leave in place; 0.5 when absent. 0-1. */
                anchorX?: number;
                /** @description Point of the box that rotation and scale leave in place; 0.5 when absent. 0-1. */
                anchorY?: number;
                /** @description True: mirrored left to right. */
                flipH?: boolean;
                /** @description True: mirrored top to bottom. */
                flipV?: boolean;
                /**
                 * @description Size at scale 1; contain for video and image, none for the rest when absent.
                 * @enum {unknown}
                 */
                fit?: "cover" | "contain" | "fill" | "none" | "contain-blur";
                /** @description Radius of the corners. Pixels. */
                cornerRadius?: number;
                /**
                 * @description How it mixes with what lies below; normal when absent.
                 * @enum {unknown}
                 */
                blendMode?: "normal" | "multiply" | "screen" | "overlay" | "darken" | "lighten" | "color-dodge" | "color-burn" | "hard-light" | "soft-light" | "difference" | "exclusion" | "hue" | "saturation" | "color" | "luminosity" | "add";
                /** @description Cut from the left, share of the width. 0-1. */
                cropL?: number;
                /** @description Cut from the right, share of the width. 0-1. */
                cropR?: number;
                /** @description Cut from the top, share of the height. 0-1. */
                cropT?: number;
                /** @description Cut from the bottom, share of the height. 0-1. */
                cropB?: number;
                textStyle?: {
                    /** @description The text; a line feed starts a new line. */
                    content: string;
                    /** @description Family; the first bundled one when absent or unknown. Or an uploaded font: its media id or URL. A file is one face: fontWeight changes nothing, and italic slants its letters unless they are italic already, as with a bundled family of one face. Characters that it lacks come from the bundled fonts. */
                    fontFamily?: string;
                    /** @description Font size; 80 when absent. Pixels. */
                    fontSize?: number;
                    /** @description Weight, 100-900; 400 when absent. */
                    fontWeight?: number;
                    /**
                     * @description Upright or italic.
                     * @enum {unknown}
                     */
                    fontStyle?: "normal" | "italic";
                    /** @description Fill; white when absent. A CSS colour: #rrggbb, rgb(), hsl() or a name. */
                    color?: string;
                    /**
                     * @description Of lines in the block; center when absent.
                     * @enum {unknown}
                     */
                    align?: "left" | "center" | "right";
                    /**
                     * @description Which edge of the block lies on the clip's centre; middle when absent.
                     * @enum {unknown}
                     */
                    verticalAlign?: "top" | "middle" | "bottom";
                    /** @description Lines wrap at this width; no wrapping when absent or 0. Pixels. */
                    width?: number;
                    /** @description Most lines that are shown. */
                    maxLines?: number;
                    /** @description Height of a line as a multiple of the font size; 1.2 when absent. */
                    lineHeight?: number;
                    /** @description Added after each character. Pixels. */
                    letterSpacing?: number;
                    /** @description Added after each space. Pixels. */
                    wordSpacing?: number;
                    /**
                     * @description Case.
                     * @enum {unknown}
                     */
                    textTransform?: "none" | "uppercase" | "lowercase" | "capitalize";
                    /**
                     * @description Line.
                     * @enum {unknown}
                     */
                    textDecoration?: "none" | "underline" | "line-through";
                    /**
                     * @description Base direction; auto when absent.
                     * @enum {unknown}
                     */
                    direction?: "auto" | "ltr" | "rtl";
                    /** @description Language of the text (BCP 47). */
                    lang?: string;
                    /**
                     * @description What happens to text beyond maxLines; clip when absent. A word that is wider than width stands out of it with visible and clip, is cut with ellipsis, and makes the text smaller with shrink.
                     * @enum {unknown}
                     */
                    overflow?: "visible" | "clip" | "ellipsis" | "shrink";
                    /**
                     * @description anywhere: a word that is wider than width is broken inside; normal when absent: it stays whole.
                     * @enum {unknown}
                     */
                    overflowWrap?: "normal" | "anywhere";
                    /** @description Smallest size that shrink goes to; 12 when absent. Pixels. */
                    minFontSize?: number;
                    /** @description Colour of the outline. A CSS colour: #rrggbb, rgb(), hsl() or a name. */
                    strokeColor?: string;
                    /** @description Width of the outline. Pixels. */
                    strokeWidth?: number;
                    /**
                     * @description Where the outline lies; outside when absent.
                     * @enum {unknown}
                     */
                    strokePosition?: "outside" | "center" | "inside";
                    shadow?: {
                        /** @description To the right. Pixels. */
                        x?: number;
                        /** @description Downwards. Pixels. */
                        y?: number;
                        /** @description Blur radius. Pixels. */
                        blur?: number;
                        /** @description Colour. A CSS colour: #rrggbb, rgb(), hsl() or a name. */
                        color?: string;
                        /** @description Strength. 0-1. */
                        opacity?: number;
                    };
                    background?: {
                        /** @description Colour. A CSS colour: #rrggbb, rgb(), hsl() or a name. */
                        color?: string;
                        /** @description Strength. 0-1. */
                        opacity?: number;
                        /** @description Room left and right. Pixels. */
                        paddingX?: number;
                        /** @description Room above and below. Pixels. */
                        paddingY?: number;
                        /** @description Radius of the corners. Pixels. */
                        radius?: number;
                        /**
                         * @description One box around all lines, or one a line.
                         * @enum {unknown}
                         */
                        wrap?: "block" | "line";
                    };
                    /** @description Gradient. */
                    gradient?: {
                        /**
                         * @description Along a line, or from the centre outwards.
                         * @enum {unknown}
                         */
                        type: "linear" | "radial";
                        /** @description Direction of a linear gradient; 0 points up, clockwise (CSS). Degrees. */
                        angle?: number;
                        /** @description Colours in order of their offsets. */
                        stops: {
                            /** @description Place of the stop. 0-1. */
                            offset: number;
                            /** @description Colour at the stop. A CSS colour: #rrggbb, rgb(), hsl() or a name. */
                            color: string;
                        }[];
                    };
                    /** @description Parts that look different. */
                    spans?: {
                        /** @description First UTF-16 unit of content. */
                        start: number;
                        /** @description Unit after the last. */
                        end: number;
                        /** @description Family; the first bundled one when absent or unknown. Or an uploaded font: its media id or URL. A file is one face: fontWeight changes nothing, and italic slants its letters unless they are italic already, as with a bundled family of one face. Characters that it lacks come from the bundled fonts. */
                        fontFamily?: string;
                        /** @description Font size; 80 when absent. Pixels. */
                        fontSize?: number;
                        /** @description Weight, 100-900; 400 when absent. */
                        fontWeight?: number;
                        /**
                         * @description Upright or italic.
                         * @enum {unknown}
                         */
                        fontStyle?: "normal" | "italic";
                        /** @description Fill; white when absent. A CSS colour: #rrggbb, rgb(), hsl() or a name. */
                        color?: string;
                        /**
                         * @description Line.
                         * @enum {unknown}
                         */
                        textDecoration?: "none" | "underline" | "line-through";
                    }[];
                    animation?: {
                        in?: {
                            /**
                             * @description Which animation.
                             * @enum {unknown}
                             */
                            name: "none" | "fade" | "rise" | "drop" | "slide" | "typewriter" | "pop" | "bounce" | "scale" | "spin" | "flip" | "blur" | "reveal" | "wave" | "tracking" | "shift" | "scramble" | "glitch" | "counter" | "highlight" | "karaoke" | "flicker";
                            /**
                             * @description What moves on its own.
                             * @enum {unknown}
                             */
                            unit?: "character" | "word" | "line" | "all";
                            /** @description Time that one unit takes. Seconds. */
                            duration?: number;
                            /** @description Delay from one unit to the next. Seconds. */
                            stagger?: number;
                            /**
                             * @description Where it comes from.
                             * @enum {unknown}
                             */
                            direction?: "left" | "right" | "up" | "down";
                            /**
                             * @description Curve of each unit.
                             * @enum {unknown}
                             */
                            easing?: "linear" | "easeIn" | "easeOut" | "easeInOut" | "easeInSine" | "easeOutSine" | "easeInOutSine" | "easeInQuad" | "easeOutQuad" | "easeInOutQuad" | "easeInCubic" | "easeOutCubic" | "easeInOutCubic" | "easeInQuart" | "easeOutQuart" | "easeInOutQuart" | "easeInQuint" | "easeOutQuint" | "easeInOutQuint" | "easeInExpo" | "easeOutExpo" | "easeInOutExpo" | "easeInCirc" | "easeOutCirc" | "easeInOutCirc" | "easeInBack" | "easeOutBack" | "easeInOutBack" | "easeInElastic" | "easeOutElastic" | "easeInOutElastic" | "easeInBounce" | "easeOutBounce" | "easeInOutBounce" | "hold" | "spring";
                        };
                        out?: {
                            /**
                             * @description Which animation.
                             * @enum {unknown}
                             */
                            name: "none" | "fade" | "rise" | "drop" | "slide" | "typewriter" | "pop" | "bounce" | "scale" | "spin" | "flip" | "blur" | "reveal" | "wave" | "tracking" | "shift" | "scramble" | "glitch" | "counter" | "highlight" | "karaoke" | "flicker";
                            /**
                             * @description What moves on its own.
                             * @enum {unknown}
                             */
                            unit?: "character" | "word" | "line" | "all";
                            /** @description Time that one unit takes. Seconds. */
                            duration?: number;
                            /** @description Delay from one unit to the next. Seconds. */
                            stagger?: number;
                            /**
                             * @description Where it comes from.
                             * @enum {unknown}
                             */
                            direction?: "left" | "right" | "up" | "down";
                            /**
                             * @description Curve of each unit.
                             * @enum {unknown}
                             */
                            easing?: "linear" | "easeIn" | "easeOut" | "easeInOut" | "easeInSine" | "easeOutSine" | "easeInOutSine" | "easeInQuad" | "easeOutQuad" | "easeInOutQuad" | "easeInCubic" | "easeOutCubic" | "easeInOutCubic" | "easeInQuart" | "easeOutQuart" | "easeInOutQuart" | "easeInQuint" | "easeOutQuint" | "easeInOutQuint" | "easeInExpo" | "easeOutExpo" | "easeInOutExpo" | "easeInCirc" | "easeOutCirc" | "easeInOutCirc" | "easeInBack" | "easeOutBack" | "easeInOutBack" | "easeInElastic" | "easeOutElastic" | "easeInOutElastic" | "easeInBounce" | "easeOutBounce" | "easeInOutBounce" | "hold" | "spring";
                        };
                        loop?: {
                            /**
                             * @description Which animation.
                             * @enum {unknown}
                             */
                            name: "none" | "fade" | "rise" | "drop" | "slide" | "typewriter" | "pop" | "bounce" | "scale" | "spin" | "flip" | "blur" | "reveal" | "wave" | "tracking" | "shift" | "scramble" | "glitch" | "counter" | "highlight" | "karaoke" | "flicker";
                            /**
                             * @description What moves on its own.
                             * @enum {unknown}
                             */
                            unit?: "character" | "word" | "line" | "all";
                            /** @description Time that one unit takes. Seconds. */
                            duration?: number;
                            /** @description Delay from one unit to the next. Seconds. */
                            stagger?: number;
                            /**
                             * @description Where it comes from.
                             * @enum {unknown}
                             */
                            direction?: "left" | "right" | "up" | "down";
                            /**
                             * @description Curve of each unit.
                             * @enum {unknown}
                             */
                            easing?: "linear" | "easeIn" | "easeOut" | "easeInOut" | "easeInSine" | "easeOutSine" | "easeInOutSine" | "easeInQuad" | "easeOutQuad" | "easeInOutQuad" | "easeInCubic" | "easeOutCubic" | "easeInOutCubic" | "easeInQuart" | "easeOutQuart" | "easeInOutQuart" | "easeInQuint" | "easeOutQuint" | "easeInOutQuint" | "easeInExpo" | "easeOutExpo" | "easeInOutExpo" | "easeInCirc" | "easeOutCirc" | "easeInOutCirc" | "easeInBack" | "easeOutBack" | "easeInOutBack" | "easeInElastic" | "easeOutElastic" | "easeInOutElastic" | "easeInBounce" | "easeOutBounce" | "easeInOutBounce" | "hold" | "spring";
                        };
                    };
                    /** @description Timed words of a caption. */
                    words?: {
                        /** @description The word. */
                        text: string;
                        /** @description When it is spoken, relative to the start of the clip; before it in the second part of a clip that was cut. Seconds. */
                        start: number;
                        /** @description When it ends. Seconds. */
                        end: number;
                    }[];
                    /**
                     * @description How the spoken word stands out.
                     * @enum {unknown}
                     */
                    captionStyle?: "none" | "color" | "karaoke" | "highlight" | "pop" | "fade" | "slide" | "bounce" | "typewriter" | "enlarge";
                    /** @description Colour of the spoken word. A CSS colour: #rrggbb, rgb(), hsl() or a name. */
                    activeColor?: string;
                    /** @description Colour behind the spoken word. A CSS colour: #rrggbb, rgb(), hsl() or a name. */
                    activeBackground?: string;
                    /** @description Scale of the spoken word. Factor. */
                    activeScale?: number;
                    /** @description Opacity of the other words. 0-1. */
                    inactiveOpacity?: number;
                };
                /** @description True: the text is a caption of speech. */
                isCaption?: boolean;
                shape?: {
                    /**
                     * @description Which shape.
                     * @enum {unknown}
                     */
                    kind: "rectangle" | "circle" | "triangle" | "arrow" | "line" | "star" | "rounded-rectangle" | "ellipse" | "square" | "diamond" | "pentagon" | "hexagon" | "octagon" | "polygon" | "parallelogram" | "trapezoid" | "cross" | "heart" | "ring" | "pie" | "arc" | "chevron" | "double-arrow" | "speech-bubble" | "burst" | "path";
                    /** @description Inside; colour or gradient. */
                    fill?: string | {
                        /**
                         * @description Along a line, or from the centre outwards.
                         * @enum {unknown}
                         */
                        type: "linear" | "radial";
                        /** @description Direction of a linear gradient; 0 points up, clockwise (CSS). Degrees. */
                        angle?: number;
                        /** @description Colours in order of their offsets. */
                        stops: {
                            /** @description Place of the stop. 0-1. */
                            offset: number;
                            /** @description Colour at the stop. A CSS colour: #rrggbb, rgb(), hsl() or a name. */
                            color: string;
                        }[];
                    };
                    /** @description Colour of the line. A CSS colour: #rrggbb, rgb(), hsl() or a name. */
                    stroke?: string;
                    /** @description Width of the line. Pixels. */
                    strokeWidth?: number;
                    /** @description Dashes and gaps in turn. */
                    dash?: number[];
                    /** @description Radius of the corners. Pixels. */
                    cornerRadius?: number;
                    /** @description Width of the box. Pixels. */
                    width?: number;
                    /** @description Height of the box. Pixels. */
                    height?: number;
                    /** @description Points of a star or burst. */
                    points?: number;
                    /** @description Sides of a polygon. */
                    sides?: number;
                    /** @description Inner radius of a star, burst or ring as a share of the outer. 0-1. */
                    innerRatio?: number;
                    /** @description Where a pie or arc starts; 0 points up, clockwise. Degrees. */
                    startAngle?: number;
                    /** @description Extent of a pie or arc. Degrees. */
                    sweep?: number;
                    /** @description SVG path data of kind path, in the pixels of the box. */
                    d?: string;
                    /** @description Where drawing of the line starts along its length. 0-1. */
                    trimStart?: number;
                    /** @description Where drawing of the line ends along its length. 0-1. */
                    trimEnd?: number;
                };
                html?: {
                    /** @description Markup of the body. */
                    html: string;
                    /** @description Style sheet. */
                    css?: string;
                    /** @description Script. */
                    js?: string;
                    /** @description Width of the viewport. Pixels. */
                    width?: number;
                    /** @description Height of the viewport. Pixels. */
                    height?: number;
                };
                /** @description Group that it moves with. */
                groupId?: string;
                /**
                 * @description media: it lasts as long as its media, from the in-point on and at its speed. duration is that of the present media; when a variable puts in other media, it is theirs, and later clips move with its end. Video and audio clips.
                 * @enum {string}
                 */
                durationFrom?: "media";
                /** @description Colour grade. */
                grade?: {
                    /** @description Exposure. Stops. */
                    exposure?: number;
                    /** @description Contrast. -1 to 1, 0 leaves as is. */
                    contrast?: number;
                    /** @description Brightest tones. -1 to 1, 0 leaves as is. */
                    highlights?: number;
                    /** @description Dark tones. -1 to 1, 0 leaves as is. */
                    shadows?: number;
                    /** @description White point. -1 to 1, 0 leaves as is. */
                    whites?: number;
                    /** @description Black point. -1 to 1, 0 leaves as is. */
                    blacks?: number;
                    /** @description Blue to amber. -1 to 1, 0 leaves as is. */
                    temperature?: number;
                    /** @description Green to magenta. -1 to 1, 0 leaves as is. */
                    tint?: number;
                    /** @description Saturation of dull colours. -1 to 1, 0 leaves as is. */
                    vibrance?: number;
                    /** @description Saturation. -1 to 1, 0 leaves as is. */
                    saturation?: number;
                    /** @description Rotation of the hue. Degrees. */
                    hue?: number;
                    /** @description Gamma. -1 to 1, 0 leaves as is. */
                    gamma?: number;
                    wheels?: {
                        /** @description Dark tones. */
                        shadows?: {
                            /** @description Hue that is added. Degrees. */
                            hue: number;
                            /** @description How much of it. 0-1. */
                            amount: number;
                            /** @description Lightness added. -1 to 1. */
                            luma?: number;
                        };
                        /** @description Middle tones. */
                        midtones?: {
                            /** @description Hue that is added. Degrees. */
                            hue: number;
                            /** @description How much of it. 0-1. */
                            amount: number;
                            /** @description Lightness added. -1 to 1. */
                            luma?: number;
                        };
                        /** @description Bright tones. */
                        highlights?: {
                            /** @description Hue that is added. Degrees. */
                            hue: number;
                            /** @description How much of it. 0-1. */
                            amount: number;
                            /** @description Lightness added. -1 to 1. */
                            luma?: number;
                        };
                    };
                    curves?: {
                        /** @description All channels. */
                        master?: [
                            number,
                            number
                        ][];
                        /** @description Red. */
                        red?: [
                            number,
                            number
                        ][];
                        /** @description Green. */
                        green?: [
                            number,
                            number
                        ][];
                        /** @description Blue. */
                        blue?: [
                            number,
                            number
                        ][];
                    };
                    hueCurves?: {
                        /** @description Hue by hue. */
                        hueVsHue?: [
                            number,
                            number
                        ][];
                        /** @description Saturation by hue. */
                        hueVsSaturation?: [
                            number,
                            number
                        ][];
                        /** @description Luma by hue. */
                        hueVsLuma?: [
                            number,
                            number
                        ][];
                    };
                    lut?: {
                        /** @description A .cube file. */
                        src: string;
                        /** @description Share of the LUT. 0-1. */
                        intensity?: number;
                    };
                    /** @description Share of the whole grade. 0-1. */
                    intensity?: number;
                };
                /** @description In stack order. */
                effects?: {
                    /** @description Id of the effect. */
                    id: string;
                    /**
                     * @description Which effect.
                     * @enum {unknown}
                     */
                    type: "blur" | "motion-blur" | "zoom-blur" | "sharpen" | "glow" | "drop-shadow" | "outline" | "vignette" | "grain" | "pixelate" | "halftone" | "posterize" | "duotone" | "invert" | "rgb-split" | "glitch" | "scanlines" | "vhs" | "wave" | "lens-distortion" | "mirror" | "kaleidoscope" | "chroma-key" | "luma-key" | "lut" | "corner-pin";
                    /** @description False: it is skipped. */
                    enabled: boolean;
                    /** @description Parameters by name. */
                    params: {
                        [key: string]: number | boolean | string;
                    };
                    /**
                     * @description Filter that brought it and takes it away again.
                     * @enum {unknown}
                     */
                    filter?: "none" | "boost" | "contrast" | "muted" | "darken" | "lighten" | "grayscale" | "negative" | "sepia" | "warm" | "cool" | "vivid" | "faded" | "vintage" | "noir" | "mono" | "cinematic" | "teal-orange" | "bleach-bypass" | "golden-hour" | "day-for-night" | "pastel" | "film-print" | "cross-process";
                }[];
                /** @description Clip that this was cut from: what its effects draw at random is the same as there. */
                effectsOf?: string;
                /** @description How long its effects have run where it starts; 0 when absent. Seconds. */
                effectsFrom?: number;
                /** @description Mask. */
                mask?: {
                    /**
                     * @description Which shape.
                     * @enum {unknown}
                     */
                    shape: "none" | "rectangle" | "rounded-rectangle" | "circle" | "ellipse" | "triangle" | "diamond" | "hexagon" | "star" | "heart" | "linear" | "mirror" | "polygon" | "path" | "text" | "image";
                    /** @description x of its centre from the clip's centre. Pixels. */
                    x?: number;
                    /** @description y of its centre from the clip's centre. Pixels. */
                    y?: number;
                    /** @description Width. Pixels. */
                    width?: number;
                    /** @description Height. Pixels. */
                    height?: number;
                    /** @description Clockwise. Degrees. */
                    rotation?: number;
                    /** @description Radius of the corners. Pixels. */
                    cornerRadius?: number;
                    /** @description Softness of the edge. Pixels. */
                    feather?: number;
                    /** @description Moves the edge outwards. Pixels. */
                    expansion?: number;
                    /** @description Strength. 0-1. */
                    opacity?: number;
                    /** @description True: shows what lies outside. */
                    invert?: boolean;
                    /** @description Corners of shape polygon. */
                    points?: [
                        number,
                        number
                    ][];
                    /** @description SVG path data of shape path. */
                    d?: string;
                    /** @description Glyphs of shape text. */
                    text?: string;
                    /** @description Font of shape text: a family, or the media id or URL of an uploaded font. */
                    fontFamily?: string;
                    /** @description Font size of shape text. Pixels. */
                    fontSize?: number;
                    /** @description Picture of shape image. */
                    src?: string;
                    /**
                     * @description Which channel of the picture is the mask.
                     * @enum {unknown}
                     */
                    channel?: "alpha" | "alpha-inverted" | "luma" | "luma-inverted";
                };
                transition?: {
                    /**
                     * @description Which transition.
                     * @enum {unknown}
                     */
                    type: "fade" | "dissolve" | "wipe" | "slide" | "push" | "zoom" | "spin" | "blur" | "flash" | "glitch" | "circle" | "iris" | "whip-pan" | "radial" | "blinds" | "pixelate-out" | "zoom-blur";
                    /** @description Length of the window; capped at half the shorter clip. Seconds. */
                    duration: number;
                    /**
                     * @description Curve of the progress; linear when absent.
                     * @enum {unknown}
                     */
                    easing?: "linear" | "easeIn" | "easeOut" | "easeInOut" | "easeInSine" | "easeOutSine" | "easeInOutSine" | "easeInQuad" | "easeOutQuad" | "easeInOutQuad" | "easeInCubic" | "easeOutCubic" | "easeInOutCubic" | "easeInQuart" | "easeOutQuart" | "easeInOutQuart" | "easeInQuint" | "easeOutQuint" | "easeInOutQuint" | "easeInExpo" | "easeOutExpo" | "easeInOutExpo" | "easeInCirc" | "easeOutCirc" | "easeInOutCirc" | "easeInBack" | "easeOutBack" | "easeInOutBack" | "easeInElastic" | "easeOutElastic" | "easeInOutElastic" | "easeInBounce" | "easeOutBounce" | "easeInOutBounce" | "hold" | "spring";
                    /**
                     * @description Direction of travel, where the type has one.
                     * @enum {unknown}
                     */
                    direction?: "left" | "right" | "up" | "down";
                    /** @description Colour passed through, where the type has one. A CSS colour: #rrggbb, rgb(), hsl() or a name. */
                    color?: string;
                    /**
                     * @description out: the clip leaves at its end to transparent; in when absent.
                     * @enum {unknown}
                     */
                    edge?: "in" | "out";
                };
                /** @description Variables that fill numbers and colours, by the path of the field: { "volume": "{{loudness}}", "textStyle.color": "{{brand|#ff8800}}" }. Without a default the value of the field is it. */
                variables?: {
                    [key: string]: string;
                };
                /** @description -1 left to 1 right. */
                pan?: number;
                /**
                 * @description Curve of fadeIn and fadeOut; equal-power when absent.
                 * @enum {unknown}
                 */
                fadeCurve?: "linear" | "equal-power" | "exponential" | "s-curve";
                /** @description How far fadeIn has come where the clip starts, when a cut is there; 0 when absent. 0-1. */
                fadeInFrom?: number;
                /** @description How far fadeIn comes, when the clip is cut before its end; 1 when absent. 0-1. */
                fadeInTo?: number;
                /** @description How much of fadeOut is left where it begins, when a cut is there; 1 when absent. 0-1. */
                fadeOutFrom?: number;
                /** @description How much of fadeOut is left where the clip ends, when a cut is there; 0 when absent. 0-1. */
                fadeOutTo?: number;
                /** @description Change of pitch. Semitones. */
                pitch?: number;
                /** @description True: speed leaves the pitch; true when absent. */
                preservePitch?: boolean;
                /** @description Audio processors in order. */
                chain?: {
                    /**
                     * @description Which processor.
                     * @enum {unknown}
                     */
                    type: "highpass" | "lowpass" | "peaking" | "lowshelf" | "highshelf" | "gain" | "compressor" | "limiter" | "gate" | "deesser" | "denoise" | "saturate" | "delay" | "reverb" | "chorus" | "phaser" | "pitchshift";
                    /** @description Parameters by name. */
                    params?: {
                        [key: string]: number | boolean | string;
                    };
                    /** @description False: it is skipped; true when absent. */
                    enabled?: boolean;
                }[];
                duck?: {
                    /** @description Clips that lower this one. */
                    sources: string[];
                    /** @description Change of level; -12 when absent. Decibels. */
                    amountDb?: number;
                    /** @description Time to go down; 0.15 when absent. Seconds. */
                    attack?: number;
                    /** @description Time to come back; 0.4 when absent. Seconds. */
                    release?: number;
                };
                loudness?: {
                    /** @description Integrated loudness. LUFS. */
                    targetLufs: number;
                    /** @description Highest true peak; -1 when absent. dBTP. */
                    truePeak?: number;
                };
                /** @description Keyframes: opacity, 0-1. */
                kfOpacity?: {
                    /** @description Relative to the start of the clip. Seconds. */
                    time: number;
                    /** @description The value at this time. */
                    value: number;
                    /**
                     * @description Curve of the segment that starts here; linear when absent.
                     * @enum {unknown}
                     */
                    easing?: "linear" | "easeIn" | "easeOut" | "easeInOut" | "easeInSine" | "easeOutSine" | "easeInOutSine" | "easeInQuad" | "easeOutQuad" | "easeInOutQuad" | "easeInCubic" | "easeOutCubic" | "easeInOutCubic" | "easeInQuart" | "easeOutQuart" | "easeInOutQuart" | "easeInQuint" | "easeOutQuint" | "easeInOutQuint" | "easeInExpo" | "easeOutExpo" | "easeInOutExpo" | "easeInCirc" | "easeOutCirc" | "easeInOutCirc" | "easeInBack" | "easeOutBack" | "easeInOutBack" | "easeInElastic" | "easeOutElastic" | "easeInOutElastic" | "easeInBounce" | "easeOutBounce" | "easeInOutBounce" | "hold" | "spring";
                }[];
                /** @description Keyframes: scale, factor. */
                kfScale?: {
                    /** @description Relative to the start of the clip. Seconds. */
                    time: number;
                    /** @description The value at this time. */
                    value: number;
                    /**
                     * @description Curve of the segment that starts here; linear when absent.
                     * @enum {unknown}
                     */
                    easing?: "linear" | "easeIn" | "easeOut" | "easeInOut" | "easeInSine" | "easeOutSine" | "easeInOutSine" | "easeInQuad" | "easeOutQuad" | "easeInOutQuad" | "easeInCubic" | "easeOutCubic" | "easeInOutCubic" | "easeInQuart" | "easeOutQuart" | "easeInOutQuart" | "easeInQuint" | "easeOutQuint" | "easeInOutQuint" | "easeInExpo" | "easeOutExpo" | "easeInOutExpo" | "easeInCirc" | "easeOutCirc" | "easeInOutCirc" | "easeInBack" | "easeOutBack" | "easeInOutBack" | "easeInElastic" | "easeOutElastic" | "easeInOutElastic" | "easeInBounce" | "easeOutBounce" | "easeInOutBounce" | "hold" | "spring";
                }[];
                /** @description Keyframes: x, pixels from the canvas centre. */
                kfX?: {
                    /** @description Relative to the start of the clip. Seconds. */
                    time: number;
                    /** @description The value at this time. */
                    value: number;
                    /**
                     * @description Curve of the segment that starts here; linear when absent.
                     * @enum {unknown}
                     */
                    easing?: "linear" | "easeIn" | "easeOut" | "easeInOut" | "easeInSine" | "easeOutSine" | "easeInOutSine" | "easeInQuad" | "easeOutQuad" | "easeInOutQuad" | "easeInCubic" | "easeOutCubic" | "easeInOutCubic" | "easeInQuart" | "easeOutQuart" | "easeInOutQuart" | "easeInQuint" | "easeOutQuint" | "easeInOutQuint" | "easeInExpo" | "easeOutExpo" | "easeInOutExpo" | "easeInCirc" | "easeOutCirc" | "easeInOutCirc" | "easeInBack" | "easeOutBack" | "easeInOutBack" | "easeInElastic" | "easeOutElastic" | "easeInOutElastic" | "easeInBounce" | "easeOutBounce" | "easeInOutBounce" | "hold" | "spring";
                }[];
                /** @description Keyframes: y, pixels from the canvas centre, downwards. */
                kfY?: {
                    /** @description Relative to the start of the clip. Seconds. */
                    time: number;
                    /** @description The value at this time. */
                    value: number;
                    /**
                     * @description Curve of the segment that starts here; linear when absent.
                     * @enum {unknown}
                     */
                    easing?: "linear" | "easeIn" | "easeOut" | "easeInOut" | "easeInSine" | "easeOutSine" | "easeInOutSine" | "easeInQuad" | "easeOutQuad" | "easeInOutQuad" | "easeInCubic" | "easeOutCubic" | "easeInOutCubic" | "easeInQuart" | "easeOutQuart" | "easeInOutQuart" | "easeInQuint" | "easeOutQuint" | "easeInOutQuint" | "easeInExpo" | "easeOutExpo" | "easeInOutExpo" | "easeInCirc" | "easeOutCirc" | "easeInOutCirc" | "easeInBack" | "easeOutBack" | "easeInOutBack" | "easeInElastic" | "easeOutElastic" | "easeInOutElastic" | "easeInBounce" | "easeOutBounce" | "easeInOutBounce" | "hold" | "spring";
                }[];
                /** @description Keyframes: rotation, degrees clockwise. */
                kfRotation?: {
                    /** @description Relative to the start of the clip. Seconds. */
                    time: number;
                    /** @description The value at this time. */
                    value: number;
                    /**
                     * @description Curve of the segment that starts here; linear when absent.
                     * @enum {unknown}
                     */
                    easing?: "linear" | "easeIn" | "easeOut" | "easeInOut" | "easeInSine" | "easeOutSine" | "easeInOutSine" | "easeInQuad" | "easeOutQuad" | "easeInOutQuad" | "easeInCubic" | "easeOutCubic" | "easeInOutCubic" | "easeInQuart" | "easeOutQuart" | "easeInOutQuart" | "easeInQuint" | "easeOutQuint" | "easeInOutQuint" | "easeInExpo" | "easeOutExpo" | "easeInOutExpo" | "easeInCirc" | "easeOutCirc" | "easeInOutCirc" | "easeInBack" | "easeOutBack" | "easeInOutBack" | "easeInElastic" | "easeOutElastic" | "easeInOutElastic" | "easeInBounce" | "easeOutBounce" | "easeInOutBounce" | "hold" | "spring";
                }[];
                /** @description Keyframes: volume, gain; 1 leaves the sound as it is. */
                kfVolume?: {
                    /** @description Relative to the start of the clip. Seconds. */
                    time: number;
                    /** @description The value at this time. */
                    value: number;
                    /**
                     * @description Curve of the segment that starts here; linear when absent.
                     * @enum {unknown}
                     */
                    easing?: "linear" | "easeIn" | "easeOut" | "easeInOut" | "easeInSine" | "easeOutSine" | "easeInOutSine" | "easeInQuad" | "easeOutQuad" | "easeInOutQuad" | "easeInCubic" | "easeOutCubic" | "easeInOutCubic" | "easeInQuart" | "easeOutQuart" | "easeInOutQuart" | "easeInQuint" | "easeOutQuint" | "easeInOutQuint" | "easeInExpo" | "easeOutExpo" | "easeInOutExpo" | "easeInCirc" | "easeOutCirc" | "easeInOutCirc" | "easeInBack" | "easeOutBack" | "easeInOutBack" | "easeInElastic" | "easeOutElastic" | "easeInOutElastic" | "easeInBounce" | "easeOutBounce" | "easeInOutBounce" | "hold" | "spring";
                }[];
                /** @description Keyframes: crop from the left, fraction of the width. */
                kfCropL?: {
                    /** @description Relative to the start of the clip. Seconds. */
                    time: number;
                    /** @description The value at this time. */
                    value: number;
                    /**
                     * @description Curve of the segment that starts here; linear when absent.
                     * @enum {unknown}
                     */
                    easing?: "linear" | "easeIn" | "easeOut" | "easeInOut" | "easeInSine" | "easeOutSine" | "easeInOutSine" | "easeInQuad" | "easeOutQuad" | "easeInOutQuad" | "easeInCubic" | "easeOutCubic" | "easeInOutCubic" | "easeInQuart" | "easeOutQuart" | "easeInOutQuart" | "easeInQuint" | "easeOutQuint" | "easeInOutQuint" | "easeInExpo" | "easeOutExpo" | "easeInOutExpo" | "easeInCirc" | "easeOutCirc" | "easeInOutCirc" | "easeInBack" | "easeOutBack" | "easeInOutBack" | "easeInElastic" | "easeOutElastic" | "easeInOutElastic" | "easeInBounce" | "easeOutBounce" | "easeInOutBounce" | "hold" | "spring";
                }[];
                /** @description Keyframes: crop from the right, fraction of the width. */
                kfCropR?: {
                    /** @description Relative to the start of the clip. Seconds. */
                    time: number;
                    /** @description The value at this time. */
                    value: number;
                    /**
                     * @description Curve of the segment that starts here; linear when absent.
                     * @enum {unknown}
                     */
                    easing?: "linear" | "easeIn" | "easeOut" | "easeInOut" | "easeInSine" | "easeOutSine" | "easeInOutSine" | "easeInQuad" | "easeOutQuad" | "easeInOutQuad" | "easeInCubic" | "easeOutCubic" | "easeInOutCubic" | "easeInQuart" | "easeOutQuart" | "easeInOutQuart" | "easeInQuint" | "easeOutQuint" | "easeInOutQuint" | "easeInExpo" | "easeOutExpo" | "easeInOutExpo" | "easeInCirc" | "easeOutCirc" | "easeInOutCirc" | "easeInBack" | "easeOutBack" | "easeInOutBack" | "easeInElastic" | "easeOutElastic" | "easeInOutElastic" | "easeInBounce" | "easeOutBounce" | "easeInOutBounce" | "hold" | "spring";
                }[];
                /** @description Keyframes: crop from the top, fraction of the height. */
                kfCropT?: {
                    /** @description Relative to the start of the clip. Seconds. */
                    time: number;
                    /** @description The value at this time. */
                    value: number;
                    /**
                     * @description Curve of the segment that starts here; linear when absent.
                     * @enum {unknown}
                     */
                    easing?: "linear" | "easeIn" | "easeOut" | "easeInOut" | "easeInSine" | "easeOutSine" | "easeInOutSine" | "easeInQuad" | "easeOutQuad" | "easeInOutQuad" | "easeInCubic" | "easeOutCubic" | "easeInOutCubic" | "easeInQuart" | "easeOutQuart" | "easeInOutQuart" | "easeInQuint" | "easeOutQuint" | "easeInOutQuint" | "easeInExpo" | "easeOutExpo" | "easeInOutExpo" | "easeInCirc" | "easeOutCirc" | "easeInOutCirc" | "easeInBack" | "easeOutBack" | "easeInOutBack" | "easeInElastic" | "easeOutElastic" | "easeInOutElastic" | "easeInBounce" | "easeOutBounce" | "easeInOutBounce" | "hold" | "spring";
                }[];
                /** @description Keyframes: crop from the bottom, fraction of the height. */
                kfCropB?: {
                    /** @description Relative to the start of the clip. Seconds. */
                    time: number;
                    /** @description The value at this time. */
                    value: number;
                    /**
                     * @description Curve of the segment that starts here; linear when absent.
                     * @enum {unknown}
                     */
                    easing?: "linear" | "easeIn" | "easeOut" | "easeInOut" | "easeInSine" | "easeOutSine" | "easeInOutSine" | "easeInQuad" | "easeOutQuad" | "easeInOutQuad" | "easeInCubic" | "easeOutCubic" | "easeInOutCubic" | "easeInQuart" | "easeOutQuart" | "easeInOutQuart" | "easeInQuint" | "easeOutQuint" | "easeInOutQuint" | "easeInExpo" | "easeOutExpo" | "easeInOutExpo" | "easeInCirc" | "easeOutCirc" | "easeInOutCirc" | "easeInBack" | "easeOutBack" | "easeInOutBack" | "easeInElastic" | "easeOutElastic" | "easeInOutElastic" | "easeInBounce" | "easeOutBounce" | "easeInOutBounce" | "hold" | "spring";
                }[];
                /** @description Keyframes: horizontal scale, factor. */
                kfScaleX?: {
                    /** @description Relative to the start of the clip. Seconds. */
                    time: number;
                    /** @description The value at this time. */
                    value: number;
                    /**
                     * @description Curve of the segment that starts here; linear when absent.
                     * @enum {unknown}
                     */
                    easing?: "linear" | "easeIn" | "easeOut" | "easeInOut" | "easeInSine" | "easeOutSine" | "easeInOutSine" | "easeInQuad" | "easeOutQuad" | "easeInOutQuad" | "easeInCubic" | "easeOutCubic" | "easeInOutCubic" | "easeInQuart" | "easeOutQuart" | "easeInOutQuart" | "easeInQuint" | "easeOutQuint" | "easeInOutQuint" | "easeInExpo" | "easeOutExpo" | "easeInOutExpo" | "easeInCirc" | "easeOutCirc" | "easeInOutCirc" | "easeInBack" | "easeOutBack" | "easeInOutBack" | "easeInElastic" | "easeOutElastic" | "easeInOutElastic" | "easeInBounce" | "easeOutBounce" | "easeInOutBounce" | "hold" | "spring";
                }[];
                /** @description Keyframes: vertical scale, factor. */
                kfScaleY?: {
                    /** @description Relative to the start of the clip. Seconds. */
                    time: number;
                    /** @description The value at this time. */
                    value: number;
                    /**
                     * @description Curve of the segment that starts here; linear when absent.
                     * @enum {unknown}
                     */
                    easing?: "linear" | "easeIn" | "easeOut" | "easeInOut" | "easeInSine" | "easeOutSine" | "easeInOutSine" | "easeInQuad" | "easeOutQuad" | "easeInOutQuad" | "easeInCubic" | "easeOutCubic" | "easeInOutCubic" | "easeInQuart" | "easeOutQuart" | "easeInOutQuart" | "easeInQuint" | "easeOutQuint" | "easeInOutQuint" | "easeInExpo" | "easeOutExpo" | "easeInOutExpo" | "easeInCirc" | "easeOutCirc" | "easeInOutCirc" | "easeInBack" | "easeOutBack" | "easeInOutBack" | "easeInElastic" | "easeOutElastic" | "easeInOutElastic" | "easeInBounce" | "easeOutBounce" | "easeInOutBounce" | "hold" | "spring";
                }[];
                /** @description Keyframes: horizontal skew, degrees. */
                kfSkewX?: {
                    /** @description Relative to the start of the clip. Seconds. */
                    time: number;
                    /** @description The value at this time. */
                    value: number;
                    /**
                     * @description Curve of the segment that starts here; linear when absent.
                     * @enum {unknown}
                     */
                    easing?: "linear" | "easeIn" | "easeOut" | "easeInOut" | "easeInSine" | "easeOutSine" | "easeInOutSine" | "easeInQuad" | "easeOutQuad" | "easeInOutQuad" | "easeInCubic" | "easeOutCubic" | "easeInOutCubic" | "easeInQuart" | "easeOutQuart" | "easeInOutQuart" | "easeInQuint" | "easeOutQuint" | "easeInOutQuint" | "easeInExpo" | "easeOutExpo" | "easeInOutExpo" | "easeInCirc" | "easeOutCirc" | "easeInOutCirc" | "easeInBack" | "easeOutBack" | "easeInOutBack" | "easeInElastic" | "easeOutElastic" | "easeInOutElastic" | "easeInBounce" | "easeOutBounce" | "easeInOutBounce" | "hold" | "spring";
                }[];
                /** @description Keyframes: vertical skew, degrees. */
                kfSkewY?: {
                    /** @description Relative to the start of the clip. Seconds. */
                    time: number;
                    /** @description The value at this time. */
                    value: number;
                    /**
                     * @description Curve of the segment that starts here; linear when absent.
                     * @enum {unknown}
                     */
                    easing?: "linear" | "easeIn" | "easeOut" | "easeInOut" | "easeInSine" | "easeOutSine" | "easeInOutSine" | "easeInQuad" | "easeOutQuad" | "easeInOutQuad" | "easeInCubic" | "easeOutCubic" | "easeInOutCubic" | "easeInQuart" | "easeOutQuart" | "easeInOutQuart" | "easeInQuint" | "easeOutQuint" | "easeInOutQuint" | "easeInExpo" | "easeOutExpo" | "easeInOutExpo" | "easeInCirc" | "easeOutCirc" | "easeInOutCirc" | "easeInBack" | "easeOutBack" | "easeInOutBack" | "easeInElastic" | "easeOutElastic" | "easeInOutElastic" | "easeInBounce" | "easeOutBounce" | "easeInOutBounce" | "hold" | "spring";
                }[];
                /** @description Keyframes: blur radius, pixels. */
                kfBlur?: {
                    /** @description Relative to the start of the clip. Seconds. */
                    time: number;
                    /** @description The value at this time. */
                    value: number;
                    /**
                     * @description Curve of the segment that starts here; linear when absent.
                     * @enum {unknown}
                     */
                    easing?: "linear" | "easeIn" | "easeOut" | "easeInOut" | "easeInSine" | "easeOutSine" | "easeInOutSine" | "easeInQuad" | "easeOutQuad" | "easeInOutQuad" | "easeInCubic" | "easeOutCubic" | "easeInOutCubic" | "easeInQuart" | "easeOutQuart" | "easeInOutQuart" | "easeInQuint" | "easeOutQuint" | "easeInOutQuint" | "easeInExpo" | "easeOutExpo" | "easeInOutExpo" | "easeInCirc" | "easeOutCirc" | "easeInOutCirc" | "easeInBack" | "easeOutBack" | "easeInOutBack" | "easeInElastic" | "easeOutElastic" | "easeInOutElastic" | "easeInBounce" | "easeOutBounce" | "easeInOutBounce" | "hold" | "spring";
                }[];
                /** @description Keyframes: exposure, stops. */
                kfExposure?: {
                    /** @description Relative to the start of the clip. Seconds. */
                    time: number;
                    /** @description The value at this time. */
                    value: number;
                    /**
                     * @description Curve of the segment that starts here; linear when absent.
                     * @enum {unknown}
                     */
                    easing?: "linear" | "easeIn" | "easeOut" | "easeInOut" | "easeInSine" | "easeOutSine" | "easeInOutSine" | "easeInQuad" | "easeOutQuad" | "easeInOutQuad" | "easeInCubic" | "easeOutCubic" | "easeInOutCubic" | "easeInQuart" | "easeOutQuart" | "easeInOutQuart" | "easeInQuint" | "easeOutQuint" | "easeInOutQuint" | "easeInExpo" | "easeOutExpo" | "easeInOutExpo" | "easeInCirc" | "easeOutCirc" | "easeInOutCirc" | "easeInBack" | "easeOutBack" | "easeInOutBack" | "easeInElastic" | "easeOutElastic" | "easeInOutElastic" | "easeInBounce" | "easeOutBounce" | "easeInOutBounce" | "hold" | "spring";
                }[];
                /** @description Keyframes: contrast. */
                kfContrast?: {
                    /** @description Relative to the start of the clip. Seconds. */
                    time: number;
                    /** @description The value at this time. */
                    value: number;
                    /**
                     * @description Curve of the segment that starts here; linear when absent.
                     * @enum {unknown}
                     */
                    easing?: "linear" | "easeIn" | "easeOut" | "easeInOut" | "easeInSine" | "easeOutSine" | "easeInOutSine" | "easeInQuad" | "easeOutQuad" | "easeInOutQuad" | "easeInCubic" | "easeOutCubic" | "easeInOutCubic" | "easeInQuart" | "easeOutQuart" | "easeInOutQuart" | "easeInQuint" | "easeOutQuint" | "easeInOutQuint" | "easeInExpo" | "easeOutExpo" | "easeInOutExpo" | "easeInCirc" | "easeOutCirc" | "easeInOutCirc" | "easeInBack" | "easeOutBack" | "easeInOutBack" | "easeInElastic" | "easeOutElastic" | "easeInOutElastic" | "easeInBounce" | "easeOutBounce" | "easeInOutBounce" | "hold" | "spring";
                }[];
                /** @description Keyframes: saturation. */
                kfSaturation?: {
                    /** @description Relative to the start of the clip. Seconds. */
                    time: number;
                    /** @description The value at this time. */
                    value: number;
                    /**
                     * @description Curve of the segment that starts here; linear when absent.
                     * @enum {unknown}
                     */
                    easing?: "linear" | "easeIn" | "easeOut" | "easeInOut" | "easeInSine" | "easeOutSine" | "easeInOutSine" | "easeInQuad" | "easeOutQuad" | "easeInOutQuad" | "easeInCubic" | "easeOutCubic" | "easeInOutCubic" | "easeInQuart" | "easeOutQuart" | "easeInOutQuart" | "easeInQuint" | "easeOutQuint" | "easeInOutQuint" | "easeInExpo" | "easeOutExpo" | "easeInOutExpo" | "easeInCirc" | "easeOutCirc" | "easeInOutCirc" | "easeInBack" | "easeOutBack" | "easeInOutBack" | "easeInElastic" | "easeOutElastic" | "easeInOutElastic" | "easeInBounce" | "easeOutBounce" | "easeInOutBounce" | "hold" | "spring";
                }[];
                /** @description Keyframes: hue, degrees. */
                kfHue?: {
                    /** @description Relative to the start of the clip. Seconds. */
                    time: number;
                    /** @description The value at this time. */
                    value: number;
                    /**
                     * @description Curve of the segment that starts here; linear when absent.
                     * @enum {unknown}
                     */
                    easing?: "linear" | "easeIn" | "easeOut" | "easeInOut" | "easeInSine" | "easeOutSine" | "easeInOutSine" | "easeInQuad" | "easeOutQuad" | "easeInOutQuad" | "easeInCubic" | "easeOutCubic" | "easeInOutCubic" | "easeInQuart" | "easeOutQuart" | "easeInOutQuart" | "easeInQuint" | "easeOutQuint" | "easeInOutQuint" | "easeInExpo" | "easeOutExpo" | "easeInOutExpo" | "easeInCirc" | "easeOutCirc" | "easeInOutCirc" | "easeInBack" | "easeOutBack" | "easeInOutBack" | "easeInElastic" | "easeOutElastic" | "easeInOutElastic" | "easeInBounce" | "easeOutBounce" | "easeInOutBounce" | "hold" | "spring";
                }[];
                /** @description Keyframes: white balance, blue to amber. */
                kfTemperature?: {
                    /** @description Relative to the start of the clip. Seconds. */
                    time: number;
                    /** @description The value at this time. */
                    value: number;
                    /**
                     * @description Curve of the segment that starts here; linear when absent.
                     * @enum {unknown}
                     */
                    easing?: "linear" | "easeIn" | "easeOut" | "easeInOut" | "easeInSine" | "easeOutSine" | "easeInOutSine" | "easeInQuad" | "easeOutQuad" | "easeInOutQuad" | "easeInCubic" | "easeOutCubic" | "easeInOutCubic" | "easeInQuart" | "easeOutQuart" | "easeInOutQuart" | "easeInQuint" | "easeOutQuint" | "easeInOutQuint" | "easeInExpo" | "easeOutExpo" | "easeInOutExpo" | "easeInCirc" | "easeOutCirc" | "easeInOutCirc" | "easeInBack" | "easeOutBack" | "easeInOutBack" | "easeInElastic" | "easeOutElastic" | "easeInOutElastic" | "easeInBounce" | "easeOutBounce" | "easeInOutBounce" | "hold" | "spring";
                }[];
                /** @description Keyframes: white balance, green to magenta. */
                kfTint?: {
                    /** @description Relative to the start of the clip. Seconds. */
                    time: number;
                    /** @description The value at this time. */
                    value: number;
                    /**
                     * @description Curve of the segment that starts here; linear when absent.
                     * @enum {unknown}
                     */
                    easing?: "linear" | "easeIn" | "easeOut" | "easeInOut" | "easeInSine" | "easeOutSine" | "easeInOutSine" | "easeInQuad" | "easeOutQuad" | "easeInOutQuad" | "easeInCubic" | "easeOutCubic" | "easeInOutCubic" | "easeInQuart" | "easeOutQuart" | "easeInOutQuart" | "easeInQuint" | "easeOutQuint" | "easeInOutQuint" | "easeInExpo" | "easeOutExpo" | "easeInOutExpo" | "easeInCirc" | "easeOutCirc" | "easeInOutCirc" | "easeInBack" | "easeOutBack" | "easeInOutBack" | "easeInElastic" | "easeOutElastic" | "easeInOutElastic" | "easeInBounce" | "easeOutBounce" | "easeInOutBounce" | "hold" | "spring";
                }[];
                /** @description Keyframes: x of the mask, pixels. */
                kfMaskX?: {
                    /** @description Relative to the start of the clip. Seconds. */
                    time: number;
                    /** @description The value at this time. */
                    value: number;
                    /**
                     * @description Curve of the segment that starts here; linear when absent.
                     * @enum {unknown}
                     */
                    easing?: "linear" | "easeIn" | "easeOut" | "easeInOut" | "easeInSine" | "easeOutSine" | "easeInOutSine" | "easeInQuad" | "easeOutQuad" | "easeInOutQuad" | "easeInCubic" | "easeOutCubic" | "easeInOutCubic" | "easeInQuart" | "easeOutQuart" | "easeInOutQuart" | "easeInQuint" | "easeOutQuint" | "easeInOutQuint" | "easeInExpo" | "easeOutExpo" | "easeInOutExpo" | "easeInCirc" | "easeOutCirc" | "easeInOutCirc" | "easeInBack" | "easeOutBack" | "easeInOutBack" | "easeInElastic" | "easeOutElastic" | "easeInOutElastic" | "easeInBounce" | "easeOutBounce" | "easeInOutBounce" | "hold" | "spring";
                }[];
                /** @description Keyframes: y of the mask, pixels. */
                kfMaskY?: {
                    /** @description Relative to the start of the clip. Seconds. */
                    time: number;
                    /** @description The value at this time. */
                    value: number;
                    /**
                     * @description Curve of the segment that starts here; linear when absent.
                     * @enum {unknown}
                     */
                    easing?: "linear" | "easeIn" | "easeOut" | "easeInOut" | "easeInSine" | "easeOutSine" | "easeInOutSine" | "easeInQuad" | "easeOutQuad" | "easeInOutQuad" | "easeInCubic" | "easeOutCubic" | "easeInOutCubic" | "easeInQuart" | "easeOutQuart" | "easeInOutQuart" | "easeInQuint" | "easeOutQuint" | "easeInOutQuint" | "easeInExpo" | "easeOutExpo" | "easeInOutExpo" | "easeInCirc" | "easeOutCirc" | "easeInOutCirc" | "easeInBack" | "easeOutBack" | "easeInOutBack" | "easeInElastic" | "easeOutElastic" | "easeInOutElastic" | "easeInBounce" | "easeOutBounce" | "easeInOutBounce" | "hold" | "spring";
                }[];
                /** @description Keyframes: scale of the mask, factor. */
                kfMaskScale?: {
                    /** @description Relative to the start of the clip. Seconds. */
                    time: number;
                    /** @description The value at this time. */
                    value: number;
                    /**
                     * @description Curve of the segment that starts here; linear when absent.
                     * @enum {unknown}
                     */
                    easing?: "linear" | "easeIn" | "easeOut" | "easeInOut" | "easeInSine" | "easeOutSine" | "easeInOutSine" | "easeInQuad" | "easeOutQuad" | "easeInOutQuad" | "easeInCubic" | "easeOutCubic" | "easeInOutCubic" | "easeInQuart" | "easeOutQuart" | "easeInOutQuart" | "easeInQuint" | "easeOutQuint" | "easeInOutQuint" | "easeInExpo" | "easeOutExpo" | "easeInOutExpo" | "easeInCirc" | "easeOutCirc" | "easeInOutCirc" | "easeInBack" | "easeOutBack" | "easeInOutBack" | "easeInElastic" | "easeOutElastic" | "easeInOutElastic" | "easeInBounce" | "easeOutBounce" | "easeInOutBounce" | "hold" | "spring";
                }[];
                /** @description Keyframes: feather of the mask, pixels. */
                kfMaskFeather?: {
                    /** @description Relative to the start of the clip. Seconds. */
                    time: number;
                    /** @description The value at this time. */
                    value: number;
                    /**
                     * @description Curve of the segment that starts here; linear when absent.
                     * @enum {unknown}
                     */
                    easing?: "linear" | "easeIn" | "easeOut" | "easeInOut" | "easeInSine" | "easeOutSine" | "easeInOutSine" | "easeInQuad" | "easeOutQuad" | "easeInOutQuad" | "easeInCubic" | "easeOutCubic" | "easeInOutCubic" | "easeInQuart" | "easeOutQuart" | "easeInOutQuart" | "easeInQuint" | "easeOutQuint" | "easeInOutQuint" | "easeInExpo" | "easeOutExpo" | "easeInOutExpo" | "easeInCirc" | "easeOutCirc" | "easeInOutCirc" | "easeInBack" | "easeOutBack" | "easeInOutBack" | "easeInElastic" | "easeOutElastic" | "easeInOutElastic" | "easeInBounce" | "easeOutBounce" | "easeInOutBounce" | "hold" | "spring";
                }[];
                /** @description Keyframes: pan, left to right. */
                kfPan?: {
                    /** @description Relative to the start of the clip. Seconds. */
                    time: number;
                    /** @description The value at this time. */
                    value: number;
                    /**
                     * @description Curve of the segment that starts here; linear when absent.
                     * @enum {unknown}
                     */
                    easing?: "linear" | "easeIn" | "easeOut" | "easeInOut" | "easeInSine" | "easeOutSine" | "easeInOutSine" | "easeInQuad" | "easeOutQuad" | "easeInOutQuad" | "easeInCubic" | "easeOutCubic" | "easeInOutCubic" | "easeInQuart" | "easeOutQuart" | "easeInOutQuart" | "easeInQuint" | "easeOutQuint" | "easeInOutQuint" | "easeInExpo" | "easeOutExpo" | "easeInOutExpo" | "easeInCirc" | "easeOutCirc" | "easeInOutCirc" | "easeInBack" | "easeOutBack" | "easeInOutBack" | "easeInElastic" | "easeOutElastic" | "easeInOutElastic" | "easeInBounce" | "easeOutBounce" | "easeInOutBounce" | "hold" | "spring";
                }[];
                /** @description Keyframes: speed, factor; the source time is its integral. */
                kfSpeed?: {
                    /** @description Relative to the start of the clip. Seconds. */
                    time: number;
                    /** @description The value at this time. */
                    value: number;
                    /**
                     * @description Curve of the segment that starts here; linear when absent.
                     * @enum {unknown}
                     */
                    easing?: "linear" | "easeIn" | "easeOut" | "easeInOut" | "easeInSine" | "easeOutSine" | "easeInOutSine" | "easeInQuad" | "easeOutQuad" | "easeInOutQuad" | "easeInCubic" | "easeOutCubic" | "easeInOutCubic" | "easeInQuart" | "easeOutQuart" | "easeInOutQuart" | "easeInQuint" | "easeOutQuint" | "easeInOutQuint" | "easeInExpo" | "easeOutExpo" | "easeInOutExpo" | "easeInCirc" | "easeOutCirc" | "easeInOutCirc" | "easeInBack" | "easeOutBack" | "easeInOutBack" | "easeInElastic" | "easeOutElastic" | "easeInOutElastic" | "easeInBounce" | "easeOutBounce" | "easeInOutBounce" | "hold" | "spring";
                }[];
            }[];
            /** @description The highest id that a track had, when that track is gone: new ones get higher ids, so none is used again. */
            lastTrackId?: number;
            markers?: {
                /** @description Id of the marker. */
                id: string;
                /** @description Where it is on the timeline. Seconds. */
                time: number;
                /** @description What it says. */
                label?: string;
                /** @description Its colour in an editor. A CSS colour: #rrggbb, rgb(), hsl() or a name. */
                color?: string;
            }[];
        };
        HistoryEntry: {
            /** @description The rev that the change led to. */
            rev: number;
            /** @description What its sender called it. */
            batchId: string | null;
            author: {
                /** @description How it came in: `editor`, `api`, `mcp`, `planner` or `bot`. */
                via: string;
                /** @description The app of the key or token; of people in the editor, their name. */
                name: string;
            };
            /** Format: date-time */
            at: string;
            /** @description The rev whose change it took back. */
            undoes: number | null;
            /** @description The rev that it made the present one again. */
            restores: number | null;
            /** @description Names of its commands, of the first 20. */
            ops: string[];
            commandCount: number;
        };
        Media: {
            id: string;
            name: string;
            /** @enum {unknown} */
            status: "PROCESSING" | "READY" | "FAILED";
            error: string | null;
            /** @description video, audio, image, lut (a .cube file), subtitle, font or table (CSV); null while PROCESSING. */
            kind: string | null;
            mimeType: string | null;
            sizeBytes: number;
            width: number | null;
            height: number | null;
            durationSec: number | null;
            fps: number | null;
            hasAudio: boolean;
            sha256: string;
            /** @description Root-relative; usable as the `src` of a clip, as is the id. */
            url: string;
            /** @description JPEG or PNG of at most 640 pixels a side. */
            posterUrl: string | null;
            /** @description Small copy of a video without sound, with a key frame every eighth of a second: for players that jump about in it. */
            proxyUrl: string | null;
            /** @description JSON: durationSec, peaksPerSec, peaks (0-1). */
            waveformUrl: string | null;
            /** @description Thumbnails along a video, in one picture; null where there are none. */
            filmstrip: {
                /** @description JPEG: thumbnails in rows. Number n (from 0) shows the moment n * intervalSec. */
                url: string;
                /** @description Thumbnails in a full row. */
                columns: number;
                /** @description How many there are. */
                tiles: number;
                /** @description Pixels. */
                tileWidth: number;
                /** @description Pixels. */
                tileHeight: number;
                intervalSec: number;
            } | null;
            /** @description The sound at several zooms; null where there are none. */
            peaks: {
                /** @description Bytes, one a peak: 0 silence, 255 full level. Read the range of one level. */
                url: string;
                /** @description Zooms of the same sound, coarsest first. */
                levels: {
                    peaksPerSec: number;
                    /** @description Where its peaks begin. */
                    offsetBytes: number;
                    count: number;
                }[];
            } | null;
            ingest: {
                /**
                 * @description Poster, and for videos the proxy that makes previews fast and the filmstrip. null: the file has no such part, or is still being probed.
                 * @enum {unknown}
                 */
                picture: "PROCESSING" | "READY" | "FAILED" | null;
                /**
                 * @description Analysis (silences, speech, loudness) for autoDuck, trimSilence and normalizeAudio, the waveform and the peaks. null: the file has no such part, or is still being probed.
                 * @enum {unknown}
                 */
                sound: "PROCESSING" | "READY" | "FAILED" | null;
                /** @description Why a part FAILED. */
                error: string | null;
            };
            /** Format: date-time */
            createdAt: string;
        };
        OutputFile: {
            index: number;
            format: string;
            quality: string;
            resolution: string;
            /** @description The aspect ratio that the film was laid out again for; null: its own. */
            aspect: string | null;
            /** @enum {string} */
            status: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED" | "CANCELLED";
            progress: number;
            /** @description Set as soon as this file is there. */
            url: string | null;
            error: string | null;
            fileSizeBytes: number | null;
            durationSec: number | null;
        };
        Project: {
            id: string;
            name: string;
            /** @description Grows by one with every saved change. */
            rev: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            durationSec: number;
            clipCount: number;
            settings: components["schemas"]["ProjectSettings"];
            /** @description null: in no workspace. */
            workspaceId: string | null;
            /** @description Bottom first. */
            tracks?: components["schemas"]["Track"][];
            clips?: components["schemas"]["ClipSummary"][];
            document?: components["schemas"]["Document"];
        };
        ProjectSettings: {
            aspectRatio: string;
            width: number;
            height: number;
            fps: number;
            background: string;
        };
        ProjectSummary: {
            id: string;
            name: string;
            /** @description Grows by one with every saved change. */
            rev: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            durationSec: number;
            clipCount: number;
            settings: components["schemas"]["ProjectSettings"];
            /** @description null: in no workspace. */
            workspaceId: string | null;
            /** @description Bottom first. */
            tracks?: components["schemas"]["Track"][];
            clips?: components["schemas"]["ClipSummary"][];
        };
        Quote: {
            renders: number;
            /** @description Of all films together; further outputs of a film do not count. */
            durationSec: number;
            /** @description Of all files: outputs of one coding, quality and size share theirs. */
            frames: {
                total: number;
                toRender: number;
            };
            segments: {
                total: number;
                toRender: number;
                /** @description Rendered before, or the same as another one. */
                reused: number;
            };
            /** @description From the request to the last file, as fast as the live nodes were lately; null: none of them can render it now. */
            expectedSeconds: number | null;
            /** @description The part of it in which earlier renders of the account are finished. */
            waitSeconds: number | null;
            /** @description Work of one slot of the farm. */
            slotSeconds: number | null;
            /**
             * @description What `expectedSeconds` was measured of: earlier renders of this project, what the live nodes did lately, any renders of their release, or nothing yet.
             * @enum {unknown}
             */
            measuredBy: "project" | "nodes" | "engine" | "none";
            /** @enum {unknown} */
            pool: "cpu" | "gpu" | "html";
            /** @description Why that pool would draw it. */
            poolReason: string | null;
            /** @description Slots of the live nodes that could work on it. */
            slots: number;
            allowance: {
                exports: {
                    needed: number;
                    used: number;
                    /** @description null: unlimited */
                    limit: number | null;
                    /** Format: date-time */
                    resetsAt: string;
                };
                concurrentRenders: {
                    used: number;
                    /** @description null: unlimited */
                    limit: number | null;
                };
                /**
                 * @description The limit that would refuse it at this moment; null: it would be admitted.
                 * @enum {unknown}
                 */
                refusedBy: "exports" | "concurrentRenders" | null;
            };
            credits: {
                /** @description What it would cost: renders cost exports, no credits. */
                charged: number;
                remaining: number;
            };
        };
        Render: {
            id: string;
            projectId: string;
            /** @enum {unknown} */
            status: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED" | "CANCELLED";
            /** @description Percent; 100 only when COMPLETED. */
            progress: number;
            /** @enum {string} */
            format: "mp4" | "webm" | "gif" | "mp4-hevc" | "mp4-av1" | "webm-alpha" | "mov-prores" | "webp" | "mp3" | "m4a" | "wav" | "opus" | "png-sequence" | "jpeg-sequence" | "poster" | "contact-sheet" | "sprites";
            resolution: string;
            /** @enum {string} */
            quality: "draft" | "standard" | "high";
            /** @description The aspect ratio that the film was laid out again for; null: its own. */
            aspect: string | null;
            /** @description Absolute address of the file; set when COMPLETED. */
            url: string | null;
            /** @description Set when FAILED. */
            error: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description What the service does with it now. */
            stage: string;
            frames: {
                done: number;
                total: number;
            };
            etaSec: number | null;
            /** @description Segments taken from an earlier render. */
            reusedSegments: number;
            totalSegments: number;
            /** @description Frames whose pictures are a source's own, not encoded again. */
            copiedFrames: number;
            queuePosition: number | null;
            /** @description What keeps it from going on until somebody mends it, such as a full disk. */
            waitingFor: string | null;
            /** @description Who draws it: `cpu` (processors), `gpu` (graphics cards) or `html`; null until it is planned. */
            pool: string | null;
            /** @description Why that pool draws it; a render changes its pool when a graphics card cannot finish it. */
            poolReason: string | null;
            startedAt: string | null;
            completedAt: string | null;
            fileSizeBytes: number | null;
            durationSec: number | null;
            /** @description HLS (CMAF) of an MP4 while it renders and for a month afterwards: set from its first segment on, when its sound is mixed. A playlist of type EVENT, VOD at the end. null for a copy of one source, which is there at once. */
            streamUrl: string | null;
            /** @description All files of a render with several `outputs`, in their order; null: it has one, or none yet. */
            outputs: components["schemas"]["OutputFile"][] | null;
            /** @description Its files on their way to the `destination` that was asked for, one for each file; null: there was none. */
            deliveries: components["schemas"]["Delivery"][] | null;
        };
        RenderReport: {
            renderId: string;
            /** @description Which file of the render: the index of its `outputs`. */
            output: number;
            /**
             * @description PENDING: there is no file yet. MEASURING: ask again in a second or more. FAILED: `error` says why.
             * @enum {unknown}
             */
            status: "PENDING" | "MEASURING" | "READY" | "FAILED";
            error: string | null;
            /** @description The limits that the render was ordered with. */
            qc: Record<string, never> | null;
            /** @description Whether it keeps those limits; null: there are none, or it is not measured yet. */
            passed: boolean | null;
            /** @description Of the file. */
            sizeBytes: number | null;
            /** @description null: the file has no length, such as a picture. */
            durationSec: number | null;
            /** @description Of the whole file, 1 kbit = 1000 bits. */
            bitrateKbps: number | null;
            video: {
                codec: string;
                width: number;
                height: number;
                frames: number;
            } | null;
            audio: {
                codec: string;
                /** @description ITU-R BS.1770-4; null: silence has none. */
                integratedLufs: number | null;
                /** @description dBTP. */
                truePeakDb: number | null;
                /** @description How much later the sound starts than the picture; null: there is no picture. */
                offsetSec: number | null;
                /** @description How much later it ends. */
                endOffsetSec: number | null;
            } | null;
            /** @description By kind, then by time; at most 100 of a kind. */
            findings: {
                /** @enum {unknown} */
                kind: "black" | "frozen" | "clipped" | "silence" | "glyphs" | "upscaled" | "safe-area" | "contrast";
                /** @enum {unknown} */
                severity: "warn" | "note";
                startSec: number;
                endSec: number;
                /** @description The clip that it is about. */
                clipId: string | null;
                /** @description upscaled: output pixels a source pixel; contrast: its ratio; glyphs: how many are missing. */
                value: number | null;
                message: string;
            }[];
            /** @description Findings beyond those. */
            leftOut: number;
            /** @description Each limit of `qc` that the film does not keep, in a sentence. */
            broken: string[];
            stages: {
                /** @description From the request until the first work of it began. */
                waitedSec: number | null;
                /** @description From the first range of frames that began until the last one ended; null: all was there. */
                renderedSec: number | null;
                /** @description The sound, which is mixed beside the frames. */
                mixedSec: number | null;
                /** @description Joining frames and sound into the file. */
                joinedSec: number | null;
                /** @description From the order to measure the file until it was done. */
                measuredSec: number | null;
                /** @description From the request to the end. */
                totalSec: number | null;
                /** @description What slots of the farm spent on its frames, all together. */
                slotSec: number | null;
            };
        };
        TelegramUser: {
            /** @description Telegram's id of the person. */
            user: string;
            username: string | null;
            firstName: string | null;
            /** Format: date-time */
            firstSeenAt: string;
            /** Format: date-time */
            lastSeenAt: string;
            blocked: boolean;
            /** @description Films a day (UTC). */
            dailyLimit: number;
            usedToday: number;
        };
        Template: {
            id: string;
            name: string;
            /** @description What it shows, in a line. */
            about: string;
            aspectRatio: string;
            durationSec: number;
            /** @description A picture of it, JPEG. */
            posterUrl: string;
            variables: {
                name: string;
                /** @description text, color, image or video. */
                type: string;
                label: string;
                /** @description What it shows until it is filled in; of a picture or video, a source that clips may show. */
                initial: string;
            }[];
        };
        Track: {
            /** @description Id of the track. */
            id: number;
            /** @description Name shown in an editor. */
            label: string;
            /**
             * @description What the track is for.
             * @enum {unknown}
             */
            type: "video" | "audio" | "text";
            /** @description Colour of its clips in an editor. A CSS colour: #rrggbb, rgb(), hsl() or a name. */
            color: string;
            /** @description Colour of its lane in an editor. A CSS colour: #rrggbb, rgb(), hsl() or a name. */
            bg: string;
            /** @description True: its clips make no sound. */
            muted: boolean;
            /** @description True: commands leave its clips alone. */
            locked: boolean;
            /** @description False: its clips draw nothing. */
            visible: boolean;
        };
        Usage: {
            period: {
                /** Format: date-time */
                start: string;
                /** Format: date-time */
                end: string;
            };
            /** @description Requests that were not refused by the rate limit, from the first day on. */
            requests: number;
            renders: {
                /** @description Exports taken and not given back. */
                used: number;
                /** @description null: unlimited. */
                limit: number | null;
            };
            credits: {
                /** @description Charged and not refunded. */
                used: number;
                remaining: number;
                perMonth: number;
            };
            storage: {
                usedBytes: number;
                limitBytes: number;
            };
            /** @description Every day of the period until today. */
            daily: {
                /**
                 * Format: date
                 * @description UTC.
                 */
                date: string;
                requests: number;
                /** @description Exports taken on this day, by the day of the render, and not given back. */
                renders: number;
                /** @description Charged less what was refunded. */
                credits: number;
            }[];
        };
        Workspace: {
            id: string;
            name: string;
            /**
             * @description What the caller is to it.
             * @enum {unknown}
             */
            role: "owner";
            projectCount: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    me: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account: components["schemas"]["Account"];
                        credential: {
                            /** @description `api_key` or `oauth`; `session` in the Studio. */
                            type: string;
                            /** @description null for OAuth tokens and sessions */
                            keyId: string | null;
                            appId: string | null;
                            /** @enum {unknown} */
                            environment: "live" | "test";
                            scopes: ("account.read" | "projects.read" | "projects.write" | "media.read" | "media.write" | "render.read" | "render.write" | "ai.transcribe" | "ai.speech" | "ai.image" | "ai.video" | "ai.agent" | "ai.analyze" | "stock.read" | "webhooks.manage" | "plugins.invoke" | "telegram.users.read" | "telegram.users.write")[];
                        };
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    usage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-projects": {
        parameters: {
            query?: {
                /** @description How much to show. */
                view?: "summary" | "clips" | "document";
                /** @description Only the projects of this workspace. */
                workspace?: string;
                /** @description Entries per page (default 50). */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        projects: components["schemas"]["ProjectSummary"][];
                        nextCursor: string | null;
                        note?: string;
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "create-project": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description 1-200 characters. */
                    name: string;
                    commands?: ({
                        /** @description A name listed by GET /v1/schema/commands. */
                        op: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                    /** @description True: nothing is applied unless every command succeeds; false when absent. */
                    atomic?: boolean;
                    workspaceId?: string | null;
                    /** @description Template to begin with; `commands` come on top of it. See GET /v1/templates. */
                    templateId?: string;
                    /** @description What to fill in, by the name of the variable: a text, a CSS colour, or a media id or URL. The rest stays as it is. */
                    variables?: {
                        [key: string]: string;
                    };
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        hint: string;
                        project: components["schemas"]["ProjectSummary"];
                        results: components["schemas"]["CommandResult"][];
                        blocked: {
                            op: string;
                            index: number;
                            reason: string;
                        }[];
                        lint: {
                            /** @enum {unknown} */
                            severity: "warn" | "note";
                            /** @description Seconds on the timeline. */
                            time: number;
                            /** @description The clip that it is about, or the first of several. */
                            clipId?: string;
                            message: string;
                        }[];
                        suggestedPreviewTimes: number[];
                        /** @description Fields of the body that this route does not know, if there are any; they had no effect. */
                        ignored?: string[];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-project": {
        parameters: {
            query?: {
                /** @description How much to show. */
                view?: "summary" | "clips" | "document";
                /** @description The tracks, clips and document as they were at this rev. */
                rev?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        project: components["schemas"]["Project"];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "delete-project": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {boolean} */
                        deleted: true;
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "update-project": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Second cut"
                 *     }
                 */
                "application/json": {
                    /** @description 1-200 characters. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        project: components["schemas"]["ProjectSummary"];
                        /** @description Fields of the body that this route does not know, if there are any; they had no effect. */
                        ignored?: string[];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-variables": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        variables: {
                            name: string;
                            /**
                             * @description `media`: its value names a source, as `src` does. `color`: a CSS colour.
                             * @enum {unknown}
                             */
                            type: "text" | "media" | "number" | "color";
                            /** @description What stands where none is given; null: it must be given. */
                            default: string | null;
                            /** @description Of a number: what all its uses take. */
                            minimum?: number;
                            maximum?: number;
                            /** @description Of a number: only whole ones are taken. */
                            isWhole?: boolean;
                            /** @description True: the length of the film depends on it. A clip lasts as long as the media that it names, or plays that at the speed that it says. */
                            changesDuration?: boolean;
                            uses: {
                                /** @description null: the project itself. */
                                clipId: string | null;
                                field: string;
                            }[];
                        }[];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "move-project": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    workspaceId: string | null;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        project: components["schemas"]["ProjectSummary"];
                        /** @description Fields of the body that this route does not know, if there are any; they had no effect. */
                        ignored?: string[];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-commands": {
        parameters: {
            query?: {
                /** @description The rev that the caller has (default 1). */
                since?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The present rev. */
                        rev: number;
                        reset: boolean;
                        entries: components["schemas"]["Change"][];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "apply-commands": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    commands: ({
                        /** @description A name listed by GET /v1/schema/commands. */
                        op: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                    dryRun?: boolean;
                    /** @description True: nothing is applied unless every command succeeds; false when absent. */
                    atomic?: boolean;
                    /** @description Run only if the project is at this rev. */
                    rev?: number;
                    /** @description `bat_` and 24 hex digits, made at random for each batch. Sent again, it is not applied again. */
                    batchId?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        projectId: string;
                        ok: boolean;
                        dryRun: boolean;
                        rev: number;
                        results: components["schemas"]["CommandResult"][];
                        blocked: {
                            op: string;
                            index: number;
                            reason: string;
                        }[];
                        lint: {
                            /** @enum {unknown} */
                            severity: "warn" | "note";
                            /** @description Seconds on the timeline. */
                            time: number;
                            /** @description The clip that it is about, or the first of several. */
                            clipId?: string;
                            message: string;
                        }[];
                        suggestedPreviewTimes: number[];
                        timeline: {
                            clipCount: number;
                            durationSec: number;
                        };
                        hint: string;
                        /** @description What differs from the rev before: fields of settings and markers, and of tracks and clips by id. */
                        changes?: Record<string, never>;
                        /** @description With `batchId`: it was applied before; `rev`, `results` and `changes` are those of then. */
                        replayed?: boolean;
                        /** @description Fields of the body that this route does not know, if there are any; they had no effect. */
                        ignored?: string[];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-history": {
        parameters: {
            query?: {
                /** @description Entries per page (default 50). */
                limit?: number;
                /** @description Changes before this rev only: `nextBefore` of the page before. */
                before?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The present rev. */
                        rev: number;
                        entries: components["schemas"]["HistoryEntry"][];
                        nextBefore: number | null;
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "undo-change": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "rev": 2
                 *     }
                 */
                "application/json": {
                    /** @description The rev that the change led to. */
                    rev: number;
                    /** @description `bat_` and 24 hex digits, made at random for each batch. Sent again, it is not applied again. */
                    batchId?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        projectId: string;
                        /** @description The rev that it led to. */
                        rev: number;
                        /** @description What differs from the rev before: fields of settings and markers, and of tracks and clips by id. */
                        changes: Record<string, never>;
                        /** @description A request with this `batchId` was answered before; nothing was done now. */
                        replayed: boolean;
                        /** @description Fields of the body that this route does not know, if there are any; they had no effect. */
                        ignored?: string[];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "restore-project": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "rev": 1
                 *     }
                 */
                "application/json": {
                    rev: number;
                    /** @description `bat_` and 24 hex digits, made at random for each batch. Sent again, it is not applied again. */
                    batchId?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        projectId: string;
                        /** @description The rev that it led to. */
                        rev: number;
                        /** @description What differs from the rev before: fields of settings and markers, and of tracks and clips by id. */
                        changes: Record<string, never>;
                        /** @description A request with this `batchId` was answered before; nothing was done now. */
                        replayed: boolean;
                        /** @description Fields of the body that this route does not know, if there are any; they had no effect. */
                        ignored?: string[];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "put-document": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "document": {
                 *         "version": 2,
                 *         "settings": {
                 *           "name": "From a file",
                 *           "aspectRatio": "16:9",
                 *           "width": 1920,
                 *           "height": 1080,
                 *           "fps": 30,
                 *           "background": "#000000"
                 *         },
                 *         "tracks": [
                 *           {
                 *             "id": 0,
                 *             "label": "Video 1",
                 *             "type": "video",
                 *             "color": "#4f8cff",
                 *             "bg": "#16233f",
                 *             "muted": false,
                 *             "locked": false,
                 *             "visible": true
                 *           },
                 *           {
                 *             "id": 1,
                 *             "label": "Video 2",
                 *             "type": "video",
                 *             "color": "#4f8cff",
                 *             "bg": "#16233f",
                 *             "muted": false,
                 *             "locked": false,
                 *             "visible": true
                 *           },
                 *           {
                 *             "id": 2,
                 *             "label": "Text",
                 *             "type": "text",
                 *             "color": "#f2b84b",
                 *             "bg": "#3a2d12",
                 *             "muted": false,
                 *             "locked": false,
                 *             "visible": true
                 *           },
                 *           {
                 *             "id": 3,
                 *             "label": "Audio",
                 *             "type": "audio",
                 *             "color": "#4fc98a",
                 *             "bg": "#12351f",
                 *             "muted": false,
                 *             "locked": false,
                 *             "visible": true
                 *           }
                 *         ],
                 *         "clips": [
                 *           {
                 *             "name": "",
                 *             "src": "",
                 *             "mediaStart": 0,
                 *             "speed": 1,
                 *             "reverse": false,
                 *             "freezeAt": null,
                 *             "loop": false,
                 *             "x": 0,
                 *             "y": 0,
                 *             "scale": 1,
                 *             "rotation": 0,
                 *             "opacity": 1,
                 *             "volume": 1,
                 *             "muted": false,
                 *             "fadeIn": 0,
                 *             "fadeOut": 0,
                 *             "start": 0,
                 *             "duration": 3,
                 *             "mediaDuration": 3,
                 *             "id": "circle",
                 *             "type": "shape",
                 *             "trackIndex": 1,
                 *             "shape": {
                 *               "kind": "circle",
                 *               "fill": "#ffb765",
                 *               "width": 400,
                 *               "height": 400
                 *             }
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description See GET /v1/schema/document. */
                    document: Record<string, never>;
                    /** @description The rev that the document was made from. */
                    rev?: number;
                    /** @description `bat_` and 24 hex digits, made at random for each batch. Sent again, it is not applied again. */
                    batchId?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        projectId: string;
                        /** @description The rev that it led to. */
                        rev: number;
                        /** @description What differs from the rev before: fields of settings and markers, and of tracks and clips by id. */
                        changes: Record<string, never>;
                        /** @description A request with this `batchId` was answered before; nothing was done now. */
                        replayed: boolean;
                        /** @description Fields of the body that this route does not know, if there are any; they had no effect. */
                        ignored?: string[];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "validate-commands": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "commands": [
                 *         {
                 *           "op": "addShapeClip",
                 *           "kind": "circle",
                 *           "start": 0,
                 *           "duration": 1,
                 *           "style": {
                 *             "fill": "#ffcc00",
                 *             "width": 90,
                 *             "height": 90
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    commands: ({
                        /** @description A name listed by GET /v1/schema/commands. */
                        op: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        valid: boolean;
                        results: components["schemas"]["CommandResult"][];
                        blocked: {
                            op: string;
                            index: number;
                            reason: string;
                        }[];
                        lint: {
                            /** @enum {unknown} */
                            severity: "warn" | "note";
                            /** @description Seconds on the timeline. */
                            time: number;
                            /** @description The clip that it is about, or the first of several. */
                            clipId?: string;
                            message: string;
                        }[];
                        /** @description Fields of the body that this route does not know, if there are any; they had no effect. */
                        ignored?: string[];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "preview-project": {
        parameters: {
            query?: {
                /** @description Default json. */
                format?: "image" | "html" | "json";
                /** @description Seconds; clamped to the end. Default 0 for an image. */
                at?: number;
                /** @description The film laid out again for another aspect ratio, with the same shorter side: what covers the canvas covers it, corners and bars stay, texts wrap anew, what stood side by side may stand one above the other. Default: as the project is. Not for sound, text and contact sheets. */
                aspect?: "16:9" | "9:16" | "1:1" | "4:5" | "4:3" | "21:9";
                /** @description Values of the variables of the project as a JSON object, such as {"name":"Ana"}. */
                variables?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    /** @description With format=image: seconds into the film. */
                    "X-Service-Frame-Time"?: number;
                    /** @description With format=image: pixels. */
                    "X-Service-Frame-Width"?: number;
                    /** @description With format=image: pixels. */
                    "X-Service-Frame-Height"?: number;
                    /** @description With format=html: media files that the page names. */
                    "X-Service-Media-Count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        projectId: string;
                        durationSec: number;
                        canvas: {
                            width: number;
                            height: number;
                            fps: number;
                            background: string;
                        };
                        clipCount: number;
                        lint: {
                            /** @enum {unknown} */
                            severity: "warn" | "note";
                            /** @description Seconds on the timeline. */
                            time: number;
                            /** @description The clip that it is about, or the first of several. */
                            clipId?: string;
                            message: string;
                        }[];
                        suggestedPreviewTimes: number[];
                        compositionUrl: string;
                        frame?: {
                            timeSec: number;
                            width: number;
                            height: number;
                            url: string;
                            dataUri: string;
                        };
                    };
                    "image/jpeg": string;
                    "text/html": string;
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-command-schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        schema: {
                            description: string;
                            enums: {
                                [key: string]: unknown;
                            };
                            commands: {
                                [key: string]: unknown;
                            };
                        };
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-batches": {
        parameters: {
            query?: {
                projectId?: string;
                /** @description Entries per page (default 50). */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        batches: components["schemas"]["Batch"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "create-batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    projectId: string;
                    /** @description For people. */
                    name?: string;
                    items?: {
                        /** @description Values of the variables of the project by name: `{{name}}` and `{{name|default}}` in texts, sources, html clips, numbers and colours. Each is escaped for what it goes into; a number or a colour must be one. When absent, placeholders stay as they are; with `{}` their defaults are put in. */
                        variables: {
                            [key: string]: string | number;
                        };
                        /** @description What you know it by; it comes back with the item. */
                        reference?: string;
                        name?: string;
                    }[];
                    /** @description In place of `items`: a table as CSV. Its first row names variables of the project, and perhaps `reference` and `name`; each further row is an item. An empty cell leaves the variable its default. */
                    csv?: string;
                    /** @description In place of `items`: media of kind `table`, an uploaded CSV file of at most 5 MB, read as `csv` is. */
                    csvMediaId?: string;
                    /**
                     * @description Default mp4. `mp4`: H.264 and AAC in MP4: plays everywhere. `webm`: VP9 and Opus in WebM. `gif`: Animated GIF without sound, at most 60 s. Colour has half the resolution (4:2:0). `mp4-hevc`: HEVC (hvc1) and AAC in MP4. `mp4-av1`: AV1 and AAC in MP4. `webm-alpha`: VP9 with alpha: the background is transparent. `mov-prores`: ProRes 4444 with alpha and PCM: the background is transparent. Colour has half the resolution (4:2:0). `webp`: Animated WebP without sound, at most 60 s. Colour has half the resolution (4:2:0). `mp3`: The sound alone, MP3. `m4a`: The sound alone, AAC. `wav`: The sound alone, 16 bits, 48 kHz. `opus`: The sound alone, Opus in Ogg. `png-sequence`: Every frame as PNG, in a ZIP. Colour has half the resolution (4:2:0), as in video. `jpeg-sequence`: Every frame as JPEG, in a ZIP. `poster`: One frame as JPEG. `contact-sheet`: Frames of the whole film with their times, as one JPEG. `sprites`: Thumbnails of the whole film on sheets, with the WebVTT file that players read, in a ZIP.
                     * @enum {unknown}
                     */
                    format?: "mp4" | "webm" | "gif" | "mp4-hevc" | "mp4-av1" | "webm-alpha" | "mov-prores" | "webp" | "mp3" | "m4a" | "wav" | "opus" | "png-sequence" | "jpeg-sequence" | "poster" | "contact-sheet" | "sprites";
                    /**
                     * @description Default standard.
                     * @enum {unknown}
                     */
                    quality?: "draft" | "standard" | "high";
                    /**
                     * @description Default full.
                     * @enum {unknown}
                     */
                    resolution?: "full" | "half";
                    /**
                     * @description The film laid out again for another aspect ratio, with the same shorter side: what covers the canvas covers it, corners and bars stay, texts wrap anew, what stood side by side may stand one above the other. Default: as the project is. Not for sound, text and contact sheets.
                     * @enum {unknown}
                     */
                    aspect?: "16:9" | "9:16" | "1:1" | "4:5" | "4:3" | "21:9";
                    /** @description The frame of a poster, seconds; default: the first. */
                    atSec?: number;
                    /** @description Of a contact sheet (4) or a sheet of sprites (10). */
                    columns?: number;
                    /** @description Of a contact sheet (4) or a sheet of sprites (10). */
                    rows?: number;
                    /** @description Seconds from one sprite to the next; default 2. */
                    intervalSec?: number;
                    /** @description Several files of one render, which takes one export: the first is at `url`, all are in `outputs` of the render, each as soon as it is there. Files of one coding, quality and size share their frames. Instead of `format`, `quality`, `resolution` and `aspect`. */
                    outputs?: {
                        /**
                         * @description `srt` and `vtt` are the captions (all visible texts when there are none), `chapters` the markers as WebVTT chapters: for them only the format counts.
                         * @enum {unknown}
                         */
                        format: "mp4" | "webm" | "gif" | "mp4-hevc" | "mp4-av1" | "webm-alpha" | "mov-prores" | "webp" | "mp3" | "m4a" | "wav" | "opus" | "png-sequence" | "jpeg-sequence" | "poster" | "contact-sheet" | "sprites" | "srt" | "vtt" | "chapters";
                        /**
                         * @description Default standard.
                         * @enum {unknown}
                         */
                        quality?: "draft" | "standard" | "high";
                        /** @description `full` (default); any other text means half the size. */
                        resolution?: string;
                        /**
                         * @description The film laid out again for another aspect ratio, with the same shorter side: what covers the canvas covers it, corners and bars stay, texts wrap anew, what stood side by side may stand one above the other. Default: as the project is. Not for sound, text and contact sheets.
                         * @enum {unknown}
                         */
                        aspect?: "16:9" | "9:16" | "1:1" | "4:5" | "4:3" | "21:9";
                        /**
                         * @description The captions as a track of the file as well: mov_text in MP4 and MOV, WebVTT in WebM. They stay in the picture.
                         * @enum {unknown}
                         */
                        captions?: "embedded";
                        /** @description The markers as chapters of the file, in MP4, MOV and WebM. */
                        chapters?: boolean;
                        /** @description The frame of a poster, seconds; default: the first. */
                        atSec?: number;
                        /** @description Of a contact sheet (4) or a sheet of sprites (10). */
                        columns?: number;
                        /** @description Of a contact sheet (4) or a sheet of sprites (10). */
                        rows?: number;
                        /** @description Seconds from one sprite to the next; default 2. */
                        intervalSec?: number;
                    }[];
                    /** @description An address of this batch alone: `batch.completed` is sent there, beside the endpoints of the account, signed with the `secret` of the answer. */
                    webhook?: string;
                    /** @description Where the files are sent once the render is complete: `deliveries` of the render tells how that goes. */
                    destination?: {
                        /** @description Of a destination: see `POST /v1/destinations`. */
                        id?: string;
                        /** @description In place of `id`: an http or https address that takes the file by PUT, such as a pre-signed one. */
                        url?: string;
                        /** @description Headers that are sent along, such as those that were signed. `Content-Type` replaces that of the file. */
                        headers?: {
                            [key: string]: string;
                        };
                    };
                    /** @description Limits that each file of the render with frames or sound must keep: it is measured before the render ends, and one that breaks a limit ends the render FAILED with the limits in `error`; its report stays. `strict` is {"maxBlackSec":0,"maxFrozenSec":2,"maxClippedSec":1,"maxSilenceSec":3,"minLufs":-30,"maxLufs":-10,"maxTruePeakDb":-1,"maxAvOffsetSec":0.06,"maxMissingGlyphs":0,"maxUpscale":2,"maxUnsafeTexts":0,"minContrast":3}. An object names the limits it wants; what is absent is not looked at. */
                    qc?: "strict" | {
                        /** @description Longest black stretch. */
                        maxBlackSec?: number;
                        /** @description Longest stretch in which a video plays and the picture stands still. */
                        maxFrozenSec?: number;
                        /** @description Longest stretch in which a quarter of a video is blown out. */
                        maxClippedSec?: number;
                        /** @description Longest silence, of a film with sound. */
                        maxSilenceSec?: number;
                        /** @description Integrated loudness, at least. */
                        minLufs?: number;
                        /** @description Integrated loudness, at most. */
                        maxLufs?: number;
                        /** @description dBTP. */
                        maxTruePeakDb?: number;
                        /** @description How far sound and picture may start or end apart. */
                        maxAvOffsetSec?: number;
                        /** @description Characters that no font has, of a text. */
                        maxMissingGlyphs?: number;
                        /** @description Output pixels a source pixel. */
                        maxUpscale?: number;
                        /** @description Texts outside the inner 90 %. */
                        maxUnsafeTexts?: number;
                        /** @description Of a text on one colour (WCAG). */
                        minContrast?: number;
                        /** @description Of the whole file. */
                        maxBitrateKbps?: number;
                        maxSizeBytes?: number;
                    };
                    /** @description True: the answer is a quote (200). Nothing is created. Of more than 200 items some are looked at and stand for all. */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description With `dryRun: true` */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        quote: components["schemas"]["Quote"];
                        /** @description Fields of the body that this route does not know, if there are any; they had no effect. */
                        ignored?: string[];
                    };
                };
            };
            /** @description Success */
            202: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        batch: components["schemas"]["Batch"];
                        /** @description Where `batch.completed` of this batch is sent; absent: only to the endpoints of the account. */
                        webhook?: {
                            url: string;
                            /** @description What deliveries are signed with. It is shown this once. */
                            secret: string;
                        };
                        poll: string;
                        /** @description Fields of the body that this route does not know, if there are any; they had no effect. */
                        ignored?: string[];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-batch": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        batch: components["schemas"]["Batch"];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-batch-items": {
        parameters: {
            query?: {
                status?: "QUEUED" | "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED" | "CANCELLED";
                /** @description Entries per page (default 50). */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["BatchItem"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-batch-manifest": {
        parameters: {
            query?: {
                /** @description Default json. */
                format?: "json" | "csv";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        batch: components["schemas"]["Batch"];
                        items: components["schemas"]["BatchItem"][];
                    };
                    "text/csv": string;
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-batch-archive": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                    "application/zip": string;
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "cancel-batch": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        batch: components["schemas"]["Batch"];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "retry-batch": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        batch: components["schemas"]["Batch"];
                        /** @description Items that are tried again. */
                        items: number;
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-renders": {
        parameters: {
            query?: {
                projectId?: string;
                /** @description Entries per page (default 50). */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        renders: components["schemas"]["Render"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "create-render": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    projectId: string;
                    /**
                     * @description Default mp4. `mp4`: H.264 and AAC in MP4: plays everywhere. `webm`: VP9 and Opus in WebM. `gif`: Animated GIF without sound, at most 60 s. Colour has half the resolution (4:2:0). `mp4-hevc`: HEVC (hvc1) and AAC in MP4. `mp4-av1`: AV1 and AAC in MP4. `webm-alpha`: VP9 with alpha: the background is transparent. `mov-prores`: ProRes 4444 with alpha and PCM: the background is transparent. Colour has half the resolution (4:2:0). `webp`: Animated WebP without sound, at most 60 s. Colour has half the resolution (4:2:0). `mp3`: The sound alone, MP3. `m4a`: The sound alone, AAC. `wav`: The sound alone, 16 bits, 48 kHz. `opus`: The sound alone, Opus in Ogg. `png-sequence`: Every frame as PNG, in a ZIP. Colour has half the resolution (4:2:0), as in video. `jpeg-sequence`: Every frame as JPEG, in a ZIP. `poster`: One frame as JPEG. `contact-sheet`: Frames of the whole film with their times, as one JPEG. `sprites`: Thumbnails of the whole film on sheets, with the WebVTT file that players read, in a ZIP.
                     * @enum {unknown}
                     */
                    format?: "mp4" | "webm" | "gif" | "mp4-hevc" | "mp4-av1" | "webm-alpha" | "mov-prores" | "webp" | "mp3" | "m4a" | "wav" | "opus" | "png-sequence" | "jpeg-sequence" | "poster" | "contact-sheet" | "sprites";
                    /**
                     * @description Default standard.
                     * @enum {unknown}
                     */
                    quality?: "draft" | "standard" | "high";
                    /** @description `full` (default); any other text means half the size. */
                    resolution?: string;
                    /**
                     * @description The film laid out again for another aspect ratio, with the same shorter side: what covers the canvas covers it, corners and bars stay, texts wrap anew, what stood side by side may stand one above the other. Default: as the project is. Not for sound, text and contact sheets.
                     * @enum {unknown}
                     */
                    aspect?: "16:9" | "9:16" | "1:1" | "4:5" | "4:3" | "21:9";
                    /** @description The frame of a poster, seconds; default: the first. */
                    atSec?: number;
                    /** @description Of a contact sheet (4) or a sheet of sprites (10). */
                    columns?: number;
                    /** @description Of a contact sheet (4) or a sheet of sprites (10). */
                    rows?: number;
                    /** @description Seconds from one sprite to the next; default 2. */
                    intervalSec?: number;
                    /** @description Several files of one render, which takes one export: the first is at `url`, all are in `outputs` of the render, each as soon as it is there. Files of one coding, quality and size share their frames. Instead of `format`, `quality`, `resolution` and `aspect`. */
                    outputs?: {
                        /**
                         * @description `srt` and `vtt` are the captions (all visible texts when there are none), `chapters` the markers as WebVTT chapters: for them only the format counts.
                         * @enum {unknown}
                         */
                        format: "mp4" | "webm" | "gif" | "mp4-hevc" | "mp4-av1" | "webm-alpha" | "mov-prores" | "webp" | "mp3" | "m4a" | "wav" | "opus" | "png-sequence" | "jpeg-sequence" | "poster" | "contact-sheet" | "sprites" | "srt" | "vtt" | "chapters";
                        /**
                         * @description Default standard.
                         * @enum {unknown}
                         */
                        quality?: "draft" | "standard" | "high";
                        /** @description `full` (default); any other text means half the size. */
                        resolution?: string;
                        /**
                         * @description The film laid out again for another aspect ratio, with the same shorter side: what covers the canvas covers it, corners and bars stay, texts wrap anew, what stood side by side may stand one above the other. Default: as the project is. Not for sound, text and contact sheets.
                         * @enum {unknown}
                         */
                        aspect?: "16:9" | "9:16" | "1:1" | "4:5" | "4:3" | "21:9";
                        /**
                         * @description The captions as a track of the file as well: mov_text in MP4 and MOV, WebVTT in WebM. They stay in the picture.
                         * @enum {unknown}
                         */
                        captions?: "embedded";
                        /** @description The markers as chapters of the file, in MP4, MOV and WebM. */
                        chapters?: boolean;
                        /** @description The frame of a poster, seconds; default: the first. */
                        atSec?: number;
                        /** @description Of a contact sheet (4) or a sheet of sprites (10). */
                        columns?: number;
                        /** @description Of a contact sheet (4) or a sheet of sprites (10). */
                        rows?: number;
                        /** @description Seconds from one sprite to the next; default 2. */
                        intervalSec?: number;
                    }[];
                    /** @description Values of the variables of the project by name: `{{name}}` and `{{name|default}}` in texts, sources, html clips, numbers and colours. Each is escaped for what it goes into; a number or a colour must be one. When absent, placeholders stay as they are; with `{}` their defaults are put in. */
                    variables?: {
                        [key: string]: string | number;
                    };
                    /** @description Smart rendering: groups of pictures of H.264 files that nothing touches are copied into an MP4, not encoded again. Default true; false encodes all of them. */
                    smart?: boolean;
                    /** @description Where the files are sent once the render is complete: `deliveries` of the render tells how that goes. */
                    destination?: {
                        /** @description Of a destination: see `POST /v1/destinations`. */
                        id?: string;
                        /** @description In place of `id`: an http or https address that takes the file by PUT, such as a pre-signed one. */
                        url?: string;
                        /** @description Headers that are sent along, such as those that were signed. `Content-Type` replaces that of the file. */
                        headers?: {
                            [key: string]: string;
                        };
                    };
                    /** @description What you call the film, for the name of its files at the destination. */
                    reference?: string;
                    /** @description Limits that each file of the render with frames or sound must keep: it is measured before the render ends, and one that breaks a limit ends the render FAILED with the limits in `error`; its report stays. `strict` is {"maxBlackSec":0,"maxFrozenSec":2,"maxClippedSec":1,"maxSilenceSec":3,"minLufs":-30,"maxLufs":-10,"maxTruePeakDb":-1,"maxAvOffsetSec":0.06,"maxMissingGlyphs":0,"maxUpscale":2,"maxUnsafeTexts":0,"minContrast":3}. An object names the limits it wants; what is absent is not looked at. */
                    qc?: "strict" | {
                        /** @description Longest black stretch. */
                        maxBlackSec?: number;
                        /** @description Longest stretch in which a video plays and the picture stands still. */
                        maxFrozenSec?: number;
                        /** @description Longest stretch in which a quarter of a video is blown out. */
                        maxClippedSec?: number;
                        /** @description Longest silence, of a film with sound. */
                        maxSilenceSec?: number;
                        /** @description Integrated loudness, at least. */
                        minLufs?: number;
                        /** @description Integrated loudness, at most. */
                        maxLufs?: number;
                        /** @description dBTP. */
                        maxTruePeakDb?: number;
                        /** @description How far sound and picture may start or end apart. */
                        maxAvOffsetSec?: number;
                        /** @description Characters that no font has, of a text. */
                        maxMissingGlyphs?: number;
                        /** @description Output pixels a source pixel. */
                        maxUpscale?: number;
                        /** @description Texts outside the inner 90 %. */
                        maxUnsafeTexts?: number;
                        /** @description Of a text on one colour (WCAG). */
                        minContrast?: number;
                        /** @description Of the whole file. */
                        maxBitrateKbps?: number;
                        maxSizeBytes?: number;
                    };
                    /** @description True: the answer is a quote (200). Nothing is queued, created or charged. */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description With `dryRun: true` */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        quote: components["schemas"]["Quote"];
                        applied: {
                            resolution: string;
                            watermark: boolean;
                            priority: boolean;
                            maxHeight?: number;
                            cappedByPlan?: boolean;
                            /** @description What became of a resolution that is neither full nor half. */
                            note?: string;
                        };
                        /** @description Fields of the body that this route does not know, if there are any; they had no effect. */
                        ignored?: string[];
                    };
                };
            };
            /** @description Success */
            202: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        render: components["schemas"]["Render"];
                        applied: {
                            resolution: string;
                            watermark: boolean;
                            priority: boolean;
                            maxHeight?: number;
                            cappedByPlan?: boolean;
                            /** @description What became of a resolution that is neither full nor half. */
                            note?: string;
                        };
                        poll: string;
                        /** @description Fields of the body that this route does not know, if there are any; they had no effect. */
                        ignored?: string[];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-render": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        render: components["schemas"]["Render"];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-render-report": {
        parameters: {
            query?: {
                /** @description Which file of a render with several `outputs`; default 0. */
                output?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        report: components["schemas"]["RenderReport"];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "cancel-render": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        render: components["schemas"]["Render"];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "retry-deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        render: components["schemas"]["Render"];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-destinations": {
        parameters: {
            query?: {
                /** @description Entries per page (default 50). */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        destinations: components["schemas"]["Destination"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "create-destination": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Drop",
                 *       "put": {
                 *         "url": "https://media.example.org/holiday.mp4"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description For people. */
                    name: string;
                    /** @description How files are called there; a slash makes a folder, and the ending comes by itself. It may hold `{reference}` (the `reference` of the render), `{name}` (the name of the project, or of the item of a batch), `{renderId}` (the id of the render), `{format}` (the format, such as `mp4`), `{index}` (the number of the file among those of its render, from 1 on). What is empty becomes the id of the render; characters that no file system takes become dashes. Default `{name}-{renderId}`. */
                    fileName?: string;
                    s3?: {
                        /** @description Address of the service, such as `https://storage.example.org`. Default: that of AWS in the region. */
                        endpoint?: string;
                        /** @description Default us-east-1. */
                        region?: string;
                        bucket: string;
                        /** @description Folder in the bucket, such as `films/2026`. Default: none. */
                        prefix?: string;
                        /** @description It needs s3:PutObject on the prefix. */
                        accessKeyId: string;
                        secretAccessKey: string;
                    };
                    put?: {
                        /** @description http or https. `{fileName}` in it is the name of the file; without it every file goes to the same address. */
                        url: string;
                        /** @description Headers that are sent along, such as those that were signed. `Content-Type` replaces that of the file. */
                        headers?: {
                            [key: string]: string;
                        };
                    };
                    sftp?: {
                        host: string;
                        /** @description Default 22. */
                        port?: number;
                        user: string;
                        password?: string;
                        /** @description Of OpenSSH or as PEM, without a passphrase. */
                        privateKey?: string;
                        /** @description What `ssh-keyscan HOST | ssh-keygen -lf -` shows: a server with another key gets nothing. */
                        hostKeyFingerprint: string;
                        /** @description Where files go; without a leading slash below the home folder. Default: the home folder. */
                        folder?: string;
                    };
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        destination: components["schemas"]["Destination"];
                        check: {
                            /** @description Whether a test file was written. */
                            wrote: boolean;
                            /** @description Whether it was removed again. */
                            removed: boolean;
                            /** @description What else is worth knowing. */
                            note: string | null;
                        };
                        /** @description Fields of the body that this route does not know, if there are any; they had no effect. */
                        ignored?: string[];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-destination": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        destination: components["schemas"]["Destination"];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "delete-destination": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {boolean} */
                        deleted: true;
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "update-destination": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Archive of 2026"
                 *     }
                 */
                "application/json": {
                    /** @description For people. */
                    name?: string;
                    /** @description How files are called there; a slash makes a folder, and the ending comes by itself. It may hold `{reference}` (the `reference` of the render), `{name}` (the name of the project, or of the item of a batch), `{renderId}` (the id of the render), `{format}` (the format, such as `mp4`), `{index}` (the number of the file among those of its render, from 1 on). What is empty becomes the id of the render; characters that no file system takes become dashes. Default `{name}-{renderId}`. */
                    fileName?: string;
                    s3?: {
                        /** @description Address of the service, such as `https://storage.example.org`. Default: that of AWS in the region. */
                        endpoint?: string;
                        /** @description Default us-east-1. */
                        region?: string;
                        bucket?: string;
                        /** @description Folder in the bucket, such as `films/2026`. Default: none. */
                        prefix?: string;
                        /** @description It needs s3:PutObject on the prefix. */
                        accessKeyId?: string;
                        secretAccessKey?: string;
                    };
                    put?: {
                        /** @description http or https. `{fileName}` in it is the name of the file; without it every file goes to the same address. */
                        url?: string;
                        /** @description Headers that are sent along, such as those that were signed. `Content-Type` replaces that of the file. */
                        headers?: {
                            [key: string]: string;
                        };
                    };
                    sftp?: {
                        host?: string;
                        /** @description Default 22. */
                        port?: number;
                        user?: string;
                        password?: string;
                        /** @description Of OpenSSH or as PEM, without a passphrase. */
                        privateKey?: string;
                        /** @description What `ssh-keyscan HOST | ssh-keygen -lf -` shows: a server with another key gets nothing. */
                        hostKeyFingerprint?: string;
                        /** @description Where files go; without a leading slash below the home folder. Default: the home folder. */
                        folder?: string;
                    };
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        destination: components["schemas"]["Destination"];
                        /** @description Fields of the body that this route does not know, if there are any; they had no effect. */
                        ignored?: string[];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "test-destination": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        destination: components["schemas"]["Destination"];
                        check: {
                            /** @description Whether a test file was written. */
                            wrote: boolean;
                            /** @description Whether it was removed again. */
                            removed: boolean;
                            /** @description What else is worth knowing. */
                            note: string | null;
                        };
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "upload-media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "file": "(the bytes)",
                 *       "name": "holiday.mp4"
                 *     }
                 */
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                    name?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        media: components["schemas"]["Media"];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "upload-large-media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "file": "(the bytes)",
                 *       "name": "holiday.mp4"
                 *     }
                 */
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                    name?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        media: components["schemas"]["Media"];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "import-media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://media.example.org/holiday.mp4",
                 *       "name": "Holiday"
                 *     }
                 */
                "application/json": {
                    /** @description Where the file is. */
                    url: string;
                    /** @description Default: the last part of the address. */
                    name?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        media: components["schemas"]["Media"];
                        /** @description Fields of the body that this route does not know, if there are any; they had no effect. */
                        ignored?: string[];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-media": {
        parameters: {
            query?: {
                /** @description Entries per page (default 50). */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description Words that all are in the name; case does not matter. */
                q?: string;
                /** @description Only files of this kind. */
                kind?: "video" | "audio" | "image" | "lut" | "subtitle" | "font" | "table";
                /** @description Only the file with these bytes, so that it need not be sent again. */
                sha256?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        media: components["schemas"]["Media"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-media": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        media: components["schemas"]["Media"];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "delete-media": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {boolean} */
                        deleted: true;
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "update-media": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Beach at dawn"
                 *     }
                 */
                "application/json": {
                    /** @description 1-200 characters. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        media: components["schemas"]["Media"];
                        /** @description Fields of the body that this route does not know, if there are any; they had no effect. */
                        ignored?: string[];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-workspaces": {
        parameters: {
            query?: {
                /** @description Entries per page (default 50). */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        workspaces: components["schemas"]["Workspace"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "create-workspace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Spring campaign"
                 *     }
                 */
                "application/json": {
                    /** @description 1-200 characters. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        workspace: components["schemas"]["Workspace"];
                        /** @description Fields of the body that this route does not know, if there are any; they had no effect. */
                        ignored?: string[];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-workspace": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        workspace: components["schemas"]["Workspace"];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "delete-workspace": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {boolean} */
                        deleted: true;
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "update-workspace": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Summer campaign"
                 *     }
                 */
                "application/json": {
                    /** @description 1-200 characters. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        workspace: components["schemas"]["Workspace"];
                        /** @description Fields of the body that this route does not know, if there are any; they had no effect. */
                        ignored?: string[];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "create-images": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "prompt": "A snowy peak above clouds at dawn",
                 *       "aspectRatio": "16:9"
                 *     }
                 */
                "application/json": {
                    /** @description What the picture shows. */
                    prompt: string;
                    /**
                     * @description Default 16:9. Providers take the nearest that they can make.
                     * @enum {unknown}
                     */
                    aspectRatio?: "16:9" | "9:16" | "1:1" | "4:5" | "4:3" | "21:9";
                    /** @description Default 1. */
                    count?: number;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        media: components["schemas"]["Media"][];
                        credits: {
                            /** @description Credits that this call took; 0 with a test key. */
                            charged: number;
                            /** @description Credits that are left. */
                            remaining: number;
                        };
                        /** @description Fields of the body that this route does not know, if there are any; they had no effect. */
                        ignored?: string[];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "create-sticker": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "prompt": "A laughing lemon"
                 *     }
                 */
                "application/json": {
                    /** @description What the sticker shows. */
                    prompt: string;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        media: components["schemas"]["Media"];
                        credits: {
                            /** @description Credits that this call took; 0 with a test key. */
                            charged: number;
                            /** @description Credits that are left. */
                            remaining: number;
                        };
                        /** @description Fields of the body that this route does not know, if there are any; they had no effect. */
                        ignored?: string[];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "create-speech": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Edit video as data.",
                 *       "language": "en"
                 *     }
                 */
                "application/json": {
                    /** @description What is said. */
                    text: string;
                    /** @description A voice of the provider. */
                    voice?: string;
                    /** @description BCP 47, such as `en` or `pt-BR`. Default: found out. */
                    language?: string;
                    /**
                     * @description Default: what the provider makes.
                     * @enum {unknown}
                     */
                    format?: "mp3" | "wav";
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        media: components["schemas"]["Media"];
                        /** @description null while the file is PROCESSING. */
                        durationSec: number | null;
                        words?: {
                            text: string;
                            /** @description Seconds. */
                            start: number;
                            /** @description Seconds. */
                            end: number;
                        }[];
                        credits: {
                            /** @description Credits that this call took; 0 with a test key. */
                            charged: number;
                            /** @description Credits that are left. */
                            remaining: number;
                        };
                        /** @description Fields of the body that this route does not know, if there are any; they had no effect. */
                        ignored?: string[];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "create-transcription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mode": "script",
                 *       "script": "Edit video as data.",
                 *       "durationSec": 4
                 *     }
                 */
                "application/json": {
                    /** @description Media of yours with sound. */
                    mediaId?: string;
                    /** @description Public address of a file, in place of `mediaId`. */
                    url?: string;
                    /** @description BCP 47, such as `en` or `pt-BR`. Default: found out. */
                    language?: string;
                    /**
                     * @description Default auto, script when there is a `script`.
                     * @enum {unknown}
                     */
                    mode?: "auto" | "script";
                    /** @description What is said. Mode script. */
                    script?: string;
                    /** @description Seconds that the script fills. Mode script. */
                    durationSec?: number;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        words: {
                            text: string;
                            /** @description Seconds. */
                            start: number;
                            /** @description Seconds. */
                            end: number;
                        }[];
                        text: string;
                        language: string | null;
                        durationSec: number;
                        /** @description `pocketsphinx`: heard by the farm itself. `script`: spread over the duration, heard by nobody. */
                        provider: string;
                        credits: {
                            /** @description Credits that this call took; 0 with a test key. */
                            charged: number;
                            /** @description Credits that are left. */
                            remaining: number;
                        };
                        /** @description Fields of the body that this route does not know, if there are any; they had no effect. */
                        ignored?: string[];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "create-video": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "prompt": "Waves at a rocky shore, slow motion",
                 *       "durationSec": 5
                 *     }
                 */
                "application/json": {
                    /** @description What the film shows. */
                    prompt: string;
                    /** @description Default 5. */
                    durationSec?: number;
                    /**
                     * @description Default 16:9.
                     * @enum {unknown}
                     */
                    aspectRatio?: "16:9" | "9:16" | "1:1";
                    /** @description Public https address of a picture that the film begins with. */
                    imageUrl?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            202: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        job: components["schemas"]["AiJob"];
                        credits: {
                            /** @description Credits that this call took; 0 with a test key. */
                            charged: number;
                            /** @description Credits that are left. */
                            remaining: number;
                        };
                        poll: string;
                        /** @description Fields of the body that this route does not know, if there are any; they had no effect. */
                        ignored?: string[];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-ai-job": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        job: components["schemas"]["AiJob"];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "run-agent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    projectId: string;
                    /** @description What is to be done. */
                    message: string;
                    /** @description Plan without saving. */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        projectId: string;
                        /** @description Whether something was saved. */
                        applied: boolean;
                        /** @description Who planned; `heuristic`: rules. */
                        planner: string;
                        message: string;
                        commands: ({
                            /** @description A name listed by GET /v1/schema/commands. */
                            op: string;
                        } & {
                            [key: string]: unknown;
                        })[];
                        results: components["schemas"]["CommandResult"][];
                        blocked: {
                            op: string;
                            index: number;
                            reason: string;
                        }[];
                        lint: {
                            /** @enum {unknown} */
                            severity: "warn" | "note";
                            /** @description Seconds on the timeline. */
                            time: number;
                            /** @description The clip that it is about, or the first of several. */
                            clipId?: string;
                            message: string;
                        }[];
                        unresolved: {
                            instruction: string;
                            reason: string;
                        }[];
                        suggestedPreviewTimes: number[];
                        project: components["schemas"]["ProjectSummary"];
                        credits: {
                            /** @description Credits that this call took; 0 with a test key. */
                            charged: number;
                            /** @description Credits that are left. */
                            remaining: number;
                        };
                        /** @description Fields of the body that this route does not know, if there are any; they had no effect. */
                        ignored?: string[];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        templates: components["schemas"]["Template"][];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-plugins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        plugins: {
                            slug: string;
                            name: string;
                            description: string;
                            /** @description Smallest plan that may use it; null: every plan. */
                            planRequired: string | null;
                            tools: {
                                name: string;
                                description: string;
                                /** @description JSON Schema. */
                                inputSchema: {
                                    /** @enum {string} */
                                    type: "object";
                                } & {
                                    [key: string]: unknown;
                                };
                            }[];
                        }[];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "invoke-plugin": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                slug: string;
                tool: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "arguments": {
                 *         "color": "#1e88e5",
                 *         "count": 3
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description What the tool takes. */
                    arguments: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What the tool gave: any JSON. */
                        result: unknown;
                        /** @description Fields of the body that this route does not know, if there are any; they had no effect. */
                        ignored?: string[];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "list-telegram-users": {
        parameters: {
            query?: {
                /** @description Entries per page (default 50). */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        users: components["schemas"]["TelegramUser"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-telegram-user": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user: components["schemas"]["TelegramUser"];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "update-telegram-user": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "dailyLimit": 3
                 *     }
                 */
                "application/json": {
                    blocked?: boolean;
                    /** @description Films a day (UTC). */
                    dailyLimit?: number;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user: components["schemas"]["TelegramUser"];
                        /** @description Fields of the body that this route does not know, if there are any; they had no effect. */
                        ignored?: string[];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "search-stock": {
        parameters: {
            query: {
                /** @description What to look for. */
                q: string;
                /** @description Default photo. */
                type?: "photo" | "video" | "music";
                /** @description Default 1. */
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    /** @description Requests that are allowed in the window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests that are left of them. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Length of the window in seconds; a duration, not a moment. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: {
                            title: string;
                            id: string;
                            /** @description Which library has it. */
                            provider: string;
                            /** @enum {unknown} */
                            type: "photo" | "video" | "music";
                            /** @description A small picture, to be shown to people. */
                            previewUrl: string;
                            /** @description The file: give it to `POST /v1/media/import`. */
                            url: string;
                            width: number | null;
                            height: number | null;
                            durationSec: number | null;
                            author: string | null;
                            /** @description Name of the licence; read it before publishing. */
                            license: string;
                        }[];
                        /** @description null at the end. */
                        nextPage: number | null;
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
