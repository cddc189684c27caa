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
         * @description Creates a project, optionally with commands. Commands that fail do not undo the project; see `results`. Scope: `projects.write`.
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
        get?: never;
        put?: never;
        /**
         * Apply commands
         * @description Applies 1 to 200 commands in order. Each succeeds or fails alone; the batch is saved if one succeeded. With `dryRun` nothing is saved. With `rev` the batch runs only against that state. A concurrent change answers 409 with `conflictCode: stale_rev` and the present `rev`. Not idempotent. Scope: `projects.write`.
         */
        post: operations["apply-commands"];
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
         * @description Without `at` and `format`: facts and layout lint, nothing is rendered. With `at`: also one frame, as a durable URL (30 days) and as a data URI. With `format=image`: the frame itself as a JPEG. Frames are half the size of the project; 10 a minute. With `format=html`: a web page of the whole composition, driven by the paused timeline `window.__timelines.main`; its addresses are relative to the root of this host. Scope: `render.read`.
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
         * @description Queues a render of a project as it is now. Poll `poll` until the status is COMPLETED, FAILED or CANCELLED. With a test key the render is COMPLETED at once with a sample file and nothing is charged. Scope: `render.write`.
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
         * @description Uploads one video, audio, image, .cube, subtitle (.srt, .vtt) or font (.ttf, .otf, .woff, .woff2) file of at most 32 MB (or what the plan allows, if less; fonts 30 MB, subtitles 5 MB). What it is its bytes say, not its name; a font under its file name is named after its family. A node looks into it before the answer; when that takes longer than 10 s the status is PROCESSING. The same bytes are stored once. Scope: `media.write`.
         */
        post: operations["upload-media"];
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
         * @description Lists the media files of the account, newest first. Scope: `media.read`.
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
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
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
                        account: {
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
                                maxConcurrentRenders: number;
                            };
                        };
                        credential: {
                            /** @description `api_key` or `oauth`. */
                            type: string;
                            /** @description null for OAuth tokens */
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
                    "application/json": {
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
                            /** @description Started on this day, with live credentials. */
                            renders: number;
                            /** @description Charged less what was refunded. */
                            credits: number;
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
                        projects: {
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
                            settings: {
                                aspectRatio: string;
                                width: number;
                                height: number;
                                fps: number;
                                background: string;
                            };
                            /** @description null: in no workspace. */
                            workspaceId: string | null;
                            /** @description Bottom first. */
                            tracks?: {
                                /** @description Id of the track. */
                                id: number;
                                /** @description Name shown in an editor. */
                                label: string;
                                /**
                                 * @description What the track is for.
                                 * @enum {unknown}
                                 */
                                type: "video" | "audio" | "text";
                                /** @description Colour of its clips in an editor. #rrggbb, rgb() or rgba(). */
                                color: string;
                                /** @description Colour of its lane in an editor. #rrggbb, rgb() or rgba(). */
                                bg: string;
                                /** @description True: its clips make no sound. */
                                muted: boolean;
                                /** @description True: commands leave its clips alone. */
                                locked: boolean;
                                /** @description False: its clips draw nothing. */
                                visible: boolean;
                            }[];
                            clips?: {
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
                            }[];
                            document?: {
                                version: number;
                            } & {
                                [key: string]: unknown;
                            };
                        }[];
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
                    workspaceId?: string | null;
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
                        project: {
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
                            settings: {
                                aspectRatio: string;
                                width: number;
                                height: number;
                                fps: number;
                                background: string;
                            };
                            /** @description null: in no workspace. */
                            workspaceId: string | null;
                            /** @description Bottom first. */
                            tracks?: {
                                /** @description Id of the track. */
                                id: number;
                                /** @description Name shown in an editor. */
                                label: string;
                                /**
                                 * @description What the track is for.
                                 * @enum {unknown}
                                 */
                                type: "video" | "audio" | "text";
                                /** @description Colour of its clips in an editor. #rrggbb, rgb() or rgba(). */
                                color: string;
                                /** @description Colour of its lane in an editor. #rrggbb, rgb() or rgba(). */
                                bg: string;
                                /** @description True: its clips make no sound. */
                                muted: boolean;
                                /** @description True: commands leave its clips alone. */
                                locked: boolean;
                                /** @description False: its clips draw nothing. */
                                visible: boolean;
                            }[];
                            clips?: {
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
                            }[];
                            document?: {
                                version: number;
                            } & {
                                [key: string]: unknown;
                            };
                        };
                        results: {
                            op: string;
                            ok: boolean;
                            error?: string;
                            data?: {
                                [key: string]: unknown;
                            };
                        }[];
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
                            message: string;
                        }[];
                        suggestedPreviewTimes: number[];
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
                        project: {
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
                            settings: {
                                aspectRatio: string;
                                width: number;
                                height: number;
                                fps: number;
                                background: string;
                            };
                            /** @description null: in no workspace. */
                            workspaceId: string | null;
                            /** @description Bottom first. */
                            tracks?: {
                                /** @description Id of the track. */
                                id: number;
                                /** @description Name shown in an editor. */
                                label: string;
                                /**
                                 * @description What the track is for.
                                 * @enum {unknown}
                                 */
                                type: "video" | "audio" | "text";
                                /** @description Colour of its clips in an editor. #rrggbb, rgb() or rgba(). */
                                color: string;
                                /** @description Colour of its lane in an editor. #rrggbb, rgb() or rgba(). */
                                bg: string;
                                /** @description True: its clips make no sound. */
                                muted: boolean;
                                /** @description True: commands leave its clips alone. */
                                locked: boolean;
                                /** @description False: its clips draw nothing. */
                                visible: boolean;
                            }[];
                            clips?: {
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
                            }[];
                            document?: {
                                version: number;
                            } & {
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
                        project: {
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
                            settings: {
                                aspectRatio: string;
                                width: number;
                                height: number;
                                fps: number;
                                background: string;
                            };
                            /** @description null: in no workspace. */
                            workspaceId: string | null;
                            /** @description Bottom first. */
                            tracks?: {
                                /** @description Id of the track. */
                                id: number;
                                /** @description Name shown in an editor. */
                                label: string;
                                /**
                                 * @description What the track is for.
                                 * @enum {unknown}
                                 */
                                type: "video" | "audio" | "text";
                                /** @description Colour of its clips in an editor. #rrggbb, rgb() or rgba(). */
                                color: string;
                                /** @description Colour of its lane in an editor. #rrggbb, rgb() or rgba(). */
                                bg: string;
                                /** @description True: its clips make no sound. */
                                muted: boolean;
                                /** @description True: commands leave its clips alone. */
                                locked: boolean;
                                /** @description False: its clips draw nothing. */
                                visible: boolean;
                            }[];
                            clips?: {
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
                            }[];
                            document?: {
                                version: number;
                            } & {
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
                        project: {
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
                            settings: {
                                aspectRatio: string;
                                width: number;
                                height: number;
                                fps: number;
                                background: string;
                            };
                            /** @description null: in no workspace. */
                            workspaceId: string | null;
                            /** @description Bottom first. */
                            tracks?: {
                                /** @description Id of the track. */
                                id: number;
                                /** @description Name shown in an editor. */
                                label: string;
                                /**
                                 * @description What the track is for.
                                 * @enum {unknown}
                                 */
                                type: "video" | "audio" | "text";
                                /** @description Colour of its clips in an editor. #rrggbb, rgb() or rgba(). */
                                color: string;
                                /** @description Colour of its lane in an editor. #rrggbb, rgb() or rgba(). */
                                bg: string;
                                /** @description True: its clips make no sound. */
                                muted: boolean;
                                /** @description True: commands leave its clips alone. */
                                locked: boolean;
                                /** @description False: its clips draw nothing. */
                                visible: boolean;
                            }[];
                            clips?: {
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
                            }[];
                            document?: {
                                version: number;
                            } & {
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
                    /** @description Run only if the project is at this rev. */
                    rev?: number;
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
                        results: {
                            op: string;
                            ok: boolean;
                            error?: string;
                            data?: {
                                [key: string]: unknown;
                            };
                        }[];
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
                            message: string;
                        }[];
                        suggestedPreviewTimes: number[];
                        timeline: {
                            clipCount: number;
                            durationSec: number;
                        };
                        hint: string;
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
                        results: {
                            op: string;
                            ok: boolean;
                            error?: string;
                            data?: {
                                [key: string]: unknown;
                            };
                        }[];
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
                            message: string;
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
    "preview-project": {
        parameters: {
            query?: {
                /** @description Default json. */
                format?: "image" | "html" | "json";
                /** @description Seconds; clamped to the end. Default 0 for an image. */
                at?: number;
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
                        renders: {
                            id: string;
                            projectId: string;
                            /** @enum {unknown} */
                            status: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED" | "CANCELLED";
                            /** @description Percent; 100 only when COMPLETED. */
                            progress: number;
                            /** @enum {string} */
                            format: "mp4" | "webm" | "gif";
                            resolution: string;
                            /** @enum {string} */
                            quality: "draft" | "standard" | "high";
                            /** @description Set when COMPLETED. */
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
                            queuePosition: number | null;
                            startedAt: string | null;
                            completedAt: string | null;
                            fileSizeBytes: number | null;
                            durationSec: number | null;
                        }[];
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
                     * @description Default mp4.
                     * @enum {unknown}
                     */
                    format?: "mp4" | "webm" | "gif";
                    /**
                     * @description Default standard.
                     * @enum {unknown}
                     */
                    quality?: "draft" | "standard" | "high";
                    /** @description `full` (default); any other text means half the size. */
                    resolution?: string;
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
                        render: {
                            id: string;
                            projectId: string;
                            /** @enum {unknown} */
                            status: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED" | "CANCELLED";
                            /** @description Percent; 100 only when COMPLETED. */
                            progress: number;
                            /** @enum {string} */
                            format: "mp4" | "webm" | "gif";
                            resolution: string;
                            /** @enum {string} */
                            quality: "draft" | "standard" | "high";
                            /** @description Set when COMPLETED. */
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
                            queuePosition: number | null;
                            startedAt: string | null;
                            completedAt: string | null;
                            fileSizeBytes: number | null;
                            durationSec: number | null;
                        };
                        applied: {
                            resolution: string;
                            watermark: boolean;
                            priority: boolean;
                            maxHeight?: number;
                            cappedByPlan?: boolean;
                        };
                        poll: string;
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
                        render: {
                            id: string;
                            projectId: string;
                            /** @enum {unknown} */
                            status: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED" | "CANCELLED";
                            /** @description Percent; 100 only when COMPLETED. */
                            progress: number;
                            /** @enum {string} */
                            format: "mp4" | "webm" | "gif";
                            resolution: string;
                            /** @enum {string} */
                            quality: "draft" | "standard" | "high";
                            /** @description Set when COMPLETED. */
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
                            queuePosition: number | null;
                            startedAt: string | null;
                            completedAt: string | null;
                            fileSizeBytes: number | null;
                            durationSec: number | null;
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
                        render: {
                            id: string;
                            projectId: string;
                            /** @enum {unknown} */
                            status: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED" | "CANCELLED";
                            /** @description Percent; 100 only when COMPLETED. */
                            progress: number;
                            /** @enum {string} */
                            format: "mp4" | "webm" | "gif";
                            resolution: string;
                            /** @enum {string} */
                            quality: "draft" | "standard" | "high";
                            /** @description Set when COMPLETED. */
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
                            queuePosition: number | null;
                            startedAt: string | null;
                            completedAt: string | null;
                            fileSizeBytes: number | null;
                            durationSec: number | null;
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
                        media: {
                            id: string;
                            name: string;
                            /** @enum {unknown} */
                            status: "PROCESSING" | "READY" | "FAILED";
                            error: string | null;
                            /** @description video, audio, image, lut (a .cube file), subtitle or font; null while PROCESSING. */
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
                            /** @description JSON: durationSec, peaksPerSec, peaks (0-1). */
                            waveformUrl: string | null;
                            ingest: {
                                /**
                                 * @description Poster, and for videos the proxy that makes previews fast. null: the file has no such part, or is still being probed.
                                 * @enum {unknown}
                                 */
                                picture: "PROCESSING" | "READY" | "FAILED" | null;
                                /**
                                 * @description Analysis (silences, speech, loudness) for autoDuck, trimSilence and normalizeAudio, and the waveform. null: the file has no such part, or is still being probed.
                                 * @enum {unknown}
                                 */
                                sound: "PROCESSING" | "READY" | "FAILED" | null;
                                /** @description Why a part FAILED. */
                                error: string | null;
                            };
                            /** Format: date-time */
                            createdAt: string;
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
                        media: {
                            id: string;
                            name: string;
                            /** @enum {unknown} */
                            status: "PROCESSING" | "READY" | "FAILED";
                            error: string | null;
                            /** @description video, audio, image, lut (a .cube file), subtitle or font; null while PROCESSING. */
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
                            /** @description JSON: durationSec, peaksPerSec, peaks (0-1). */
                            waveformUrl: string | null;
                            ingest: {
                                /**
                                 * @description Poster, and for videos the proxy that makes previews fast. null: the file has no such part, or is still being probed.
                                 * @enum {unknown}
                                 */
                                picture: "PROCESSING" | "READY" | "FAILED" | null;
                                /**
                                 * @description Analysis (silences, speech, loudness) for autoDuck, trimSilence and normalizeAudio, and the waveform. null: the file has no such part, or is still being probed.
                                 * @enum {unknown}
                                 */
                                sound: "PROCESSING" | "READY" | "FAILED" | null;
                                /** @description Why a part FAILED. */
                                error: string | null;
                            };
                            /** Format: date-time */
                            createdAt: string;
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
    "list-media": {
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
                        media: {
                            id: string;
                            name: string;
                            /** @enum {unknown} */
                            status: "PROCESSING" | "READY" | "FAILED";
                            error: string | null;
                            /** @description video, audio, image, lut (a .cube file), subtitle or font; null while PROCESSING. */
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
                            /** @description JSON: durationSec, peaksPerSec, peaks (0-1). */
                            waveformUrl: string | null;
                            ingest: {
                                /**
                                 * @description Poster, and for videos the proxy that makes previews fast. null: the file has no such part, or is still being probed.
                                 * @enum {unknown}
                                 */
                                picture: "PROCESSING" | "READY" | "FAILED" | null;
                                /**
                                 * @description Analysis (silences, speech, loudness) for autoDuck, trimSilence and normalizeAudio, and the waveform. null: the file has no such part, or is still being probed.
                                 * @enum {unknown}
                                 */
                                sound: "PROCESSING" | "READY" | "FAILED" | null;
                                /** @description Why a part FAILED. */
                                error: string | null;
                            };
                            /** Format: date-time */
                            createdAt: string;
                        }[];
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
                        media: {
                            id: string;
                            name: string;
                            /** @enum {unknown} */
                            status: "PROCESSING" | "READY" | "FAILED";
                            error: string | null;
                            /** @description video, audio, image, lut (a .cube file), subtitle or font; null while PROCESSING. */
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
                            /** @description JSON: durationSec, peaksPerSec, peaks (0-1). */
                            waveformUrl: string | null;
                            ingest: {
                                /**
                                 * @description Poster, and for videos the proxy that makes previews fast. null: the file has no such part, or is still being probed.
                                 * @enum {unknown}
                                 */
                                picture: "PROCESSING" | "READY" | "FAILED" | null;
                                /**
                                 * @description Analysis (silences, speech, loudness) for autoDuck, trimSilence and normalizeAudio, and the waveform. null: the file has no such part, or is still being probed.
                                 * @enum {unknown}
                                 */
                                sound: "PROCESSING" | "READY" | "FAILED" | null;
                                /** @description Why a part FAILED. */
                                error: string | null;
                            };
                            /** Format: date-time */
                            createdAt: string;
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
                        workspaces: {
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
                        }[];
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
                        workspace: {
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
                        workspace: {
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
                        workspace: {
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
