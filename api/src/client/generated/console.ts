// Generated from the OpenAPI document by `npm run client`. Do not edit.

export interface paths {
    "/api/auth/sign-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Open an account on the smallest plan; sign in afterwards */
        post: operations["sign-up"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign in; the answer sets the cookie of the session */
        post: operations["sign-in"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End the session of the cookie */
        post: operations["sign-out"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/developer/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List webhook endpoints, newest first */
        get: operations["list-webhooks"];
        put?: never;
        /** Register a webhook endpoint; the answer shows its secret, once */
        post: operations["create-webhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/developer/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a webhook endpoint with its log; what is on its way to it is not sent any more */
        delete: operations["delete-webhook"];
        options?: never;
        head?: never;
        /** Change a webhook endpoint */
        patch: operations["update-webhook"];
        trace?: never;
    };
    "/api/developer/plugins/{slug}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Set what a plugin knows the account by; it is sent with each call, and never shown again */
        put: operations["set-plugin-secret"];
        post?: never;
        /** Forget what a plugin knows the account by */
        delete: operations["delete-plugin-secret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/developer/webhooks/{id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replace the secret of a webhook endpoint; for a while tries are signed with the new one and the old one */
        post: operations["rotate-webhook-secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/developer/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a test event, about something that does not exist */
        post: operations["test-webhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/developer/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The log of an endpoint: its deliveries, newest first, with what the receiver said to each try */
        get: operations["list-webhook-deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/developer/webhooks/{id}/deliveries/{deliveryId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a delivery again, now: the same event id and body, with all retries before it */
        post: operations["redeliver-webhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/developer/agreement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** When the account accepted the developer agreement */
        get: operations["get-agreement"];
        put?: never;
        /** Accept the developer agreement; the first time counts */
        post: operations["accept-agreement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/developer/apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the account's apps, newest first */
        get: operations["list-apps"];
        put?: never;
        /** Create an app; it is a draft until it was reviewed */
        post: operations["create-app"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/developer/apps/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change an app. Its scopes can change until it is in review */
        patch: operations["update-app"];
        trace?: never;
    };
    "/api/developer/apps/{id}/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Hand a draft or rejected app in for review */
        post: operations["submit-app"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/developer/apps/{id}/telegram": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The Telegram bot of an app, without its token */
        get: operations["get-telegram-bot"];
        /** Connect a Telegram bot to an approved app, or give it a new token; the token is never shown again */
        put: operations["connect-telegram-bot"];
        post?: never;
        /** Disconnect the Telegram bot of an app and forget its token; its end users stay */
        delete: operations["disconnect-telegram-bot"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/developer/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the account's keys by their last four characters, newest first */
        get: operations["list-keys"];
        put?: never;
        /** Mint a key of an app, or a personal one without an app; its text is in this answer and nowhere else */
        post: operations["create-key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/developer/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke a key; every process refuses it within 5 s */
        delete: operations["revoke-key"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/developer/organisations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the organisations that the account is a member of */
        get: operations["list-organisations"];
        put?: never;
        /** Create an organisation; its members share the rate limit of its owner */
        post: operations["create-organisation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/developer/organisations/{id}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Invite a person; the owner passes the token on */
        post: operations["invite-member"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/developer/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Join the organisation of an invitation */
        post: operations["accept-invitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/developer/organisations/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the members, those who joined first in front */
        get: operations["list-members"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/developer/organisations/{id}/members/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a member: the owner removes others, members remove themselves */
        delete: operations["remove-member"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/studio/projects/{id}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a copy of a project, as it is now, in the same workspace */
        post: operations["duplicate-project"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/studio/connections/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cut an app off from the account: its grants, codes and tokens end at once */
        post: operations["end-connection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/studio/projects/{id}/frame": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A frame of a project as a render has it (JPEG, half its size). `X-Service-Rev` is the rev that it shows; it is kept by the browser when that is `rev` */
        get: operations["get-frame"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/studio/projects/{id}/poster": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A picture of a project (JPEG, half its size), a third into the film; kept by the browser as long as `rev` is the same */
        get: operations["get-poster"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/studio/renders/{id}/map": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The segments of a render: which are there, which node has which, which were reused; and the tries that failed */
        get: operations["get-render-map"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/studio/renders/{id}/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What POST /v1/renders takes to make a render again of its project as it is now; null: it is not known */
        get: operations["get-render-order"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/studio/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who is signed in */
        get: operations["get-session"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/studio/stock/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The small picture of a find of the stock libraries, through this host: the content policy of the Studio lets in no other */
        get: operations["get-stock-preview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/studio/welcome": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the sign-in page says */
        get: operations["get-welcome"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/studio/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The apps that the account has let in by OAuth, by name */
        get: operations["list-connections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/studio/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What was added to and taken from the credits of the account, newest first */
        get: operations["list-ledger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/studio/tools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The tools of the MCP server as it lists them: the Studio offers those of an open project to agents of the browser */
        get: operations["list-tools"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/studio/operators/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Accounts, newest first */
        get: operations["operator-accounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/studio/operators/farm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The nodes that are alive, with what they have */
        get: operations["operator-farm"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/studio/operators/installation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What this installation is made of: its providers, what is stored, where its figures are */
        get: operations["operator-installation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/studio/operators/nodes/{id}/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Have a node finish what it has and take no more (`drain`), or take work again (`serve`); it obeys within a second or two */
        post: operations["operator-order-node"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/studio/operators/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The plans of this installation, how many accounts are on each, and what each limit means */
        get: operations["operator-plans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/studio/operators/quarantine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Files that no render may use, because they ended the processes that read them */
        get: operations["operator-quarantine"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/studio/operators/queues": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What waits and runs in each queue, and who serves it */
        get: operations["operator-queues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/studio/operators/quarantine/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Let renders use a file again, as if it had never failed */
        post: operations["operator-release-media"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/studio/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Server-sent events of the account: `render` (a render record that changed), `batch` (a batch that changed), `media` (`{ mediaId }`: read it anew), `project` (`{ projectId, rev }`, rev null: it is gone), `missed` (read everything anew), `signed-out` */
        get: operations["stream-events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/studio/projects/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Server-sent events of an open project: `rev` (`{ rev }`: the present one, at the begin), `commands` (a change, with its `commands` and `changes` when they are short; GET /v1/projects/{id}/commands?since= reads them else), `render` (a render record of the project that changed), `media` (`{ mediaId }`), `missed` (read everything anew), `signed-out` */
        get: operations["stream-project-events"];
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
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "sign-up": {
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
                 *       "email": "ann@example.org",
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": {
                    email: string;
                    password: string;
                    name?: string;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What to do now. */
                        next: string;
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
    "sign-in": {
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
                 *       "email": "ann@example.org",
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": {
                    email: string;
                    password: string;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account: {
                            id: string;
                            email: string;
                            name: string;
                            plan: string;
                            /** @description `user` or `admin`. */
                            role: string;
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
    "sign-out": {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        signedOut: boolean;
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
    "list-webhooks": {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        endpoints: {
                            id: string;
                            /** @description Where events are sent to, by POST. */
                            url: string;
                            description: string;
                            events: string[];
                            /** @description null: of all apps. */
                            appId: string | null;
                            enabled: boolean;
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
    "create-webhook": {
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
                 *       "url": "https://example.org/hooks",
                 *       "events": [
                 *         "render.completed",
                 *         "render.failed"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Where events are sent to, by POST. */
                    url: string;
                    description?: string;
                    /** @description Empty: all events. */
                    events?: ("render.completed" | "render.failed" | "render.delivered" | "render.delivery_failed" | "batch.completed" | "credits.low" | "credits.exhausted" | "app.suspended" | "telegram.end_user.first_seen" | "telegram.end_user.blocked" | "telegram.end_user.limit_reached")[];
                    /** @description Of events about apps, only those of this app. */
                    appId?: string | null;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        endpoint: {
                            id: string;
                            /** @description Where events are sent to, by POST. */
                            url: string;
                            description: string;
                            events: string[];
                            /** @description null: of all apps. */
                            appId: string | null;
                            enabled: boolean;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                        };
                        secret: string;
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
    "delete-webhook": {
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
    "update-webhook": {
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
                 *       "enabled": false
                 *     }
                 */
                "application/json": {
                    /** @description Where events are sent to, by POST. */
                    url?: string;
                    description?: string;
                    /** @description Empty: all events. */
                    events?: ("render.completed" | "render.failed" | "render.delivered" | "render.delivery_failed" | "batch.completed" | "credits.low" | "credits.exhausted" | "app.suspended" | "telegram.end_user.first_seen" | "telegram.end_user.blocked" | "telegram.end_user.limit_reached")[];
                    /** @description false: it is paused. It gets no new events, and what failed before is not tried again. */
                    enabled?: boolean;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        endpoint: {
                            id: string;
                            /** @description Where events are sent to, by POST. */
                            url: string;
                            description: string;
                            events: string[];
                            /** @description null: of all apps. */
                            appId: string | null;
                            enabled: boolean;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
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
    "set-plugin-secret": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "value": "token-of-the-plugin"
                 *     }
                 */
                "application/json": {
                    /** @description A token of the plugin. */
                    value: string;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        slug: string;
                        isSet: boolean;
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
    "delete-plugin-secret": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                slug: string;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        slug: string;
                        isSet: boolean;
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
    "rotate-webhook-secret": {
        parameters: {
            query?: {
                /** @description How long the old secret signs too, so that the receiver can change over; 0 ends a secret that leaked. Default 24. */
                overlapHours?: number;
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
            201: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        secret: string;
                        /**
                         * Format: date-time
                         * @description From here on only the new secret signs.
                         */
                        oldSecretUntil: string;
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
    "test-webhook": {
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
                 *       "type": "render.completed"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Default render.completed.
                     * @enum {unknown}
                     */
                    type?: "render.completed" | "render.failed" | "render.delivered" | "render.delivery_failed" | "batch.completed" | "credits.low" | "credits.exhausted" | "app.suspended" | "telegram.end_user.first_seen" | "telegram.end_user.blocked" | "telegram.end_user.limit_reached";
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        delivery: {
                            id: string;
                            /** @description The same at every try and at every endpoint. */
                            eventId: string;
                            type: string;
                            /** @enum {unknown} */
                            status: "PENDING" | "DELIVERED" | "FAILED";
                            /** @description What was signed and sent. */
                            body: string;
                            nextTryAt: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            attempts: {
                                number: number;
                                /** Format: date-time */
                                startedAt: string;
                                durationMs: number;
                                /** @description null: there was no answer. */
                                status: number | null;
                                error: string | null;
                                /** @description The first 4,096 bytes. */
                                responseBody: string | null;
                            }[];
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
    "list-webhook-deliveries": {
        parameters: {
            query?: {
                status?: "PENDING" | "DELIVERED" | "FAILED";
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveries: {
                            id: string;
                            /** @description The same at every try and at every endpoint. */
                            eventId: string;
                            type: string;
                            /** @enum {unknown} */
                            status: "PENDING" | "DELIVERED" | "FAILED";
                            /** @description What was signed and sent. */
                            body: string;
                            nextTryAt: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            attempts: {
                                number: number;
                                /** Format: date-time */
                                startedAt: string;
                                durationMs: number;
                                /** @description null: there was no answer. */
                                status: number | null;
                                error: string | null;
                                /** @description The first 4,096 bytes. */
                                responseBody: string | null;
                            }[];
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
    "redeliver-webhook": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        delivery: {
                            id: string;
                            /** @description The same at every try and at every endpoint. */
                            eventId: string;
                            type: string;
                            /** @enum {unknown} */
                            status: "PENDING" | "DELIVERED" | "FAILED";
                            /** @description What was signed and sent. */
                            body: string;
                            nextTryAt: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            attempts: {
                                number: number;
                                /** Format: date-time */
                                startedAt: string;
                                durationMs: number;
                                /** @description null: there was no answer. */
                                status: number | null;
                                error: string | null;
                                /** @description The first 4,096 bytes. */
                                responseBody: string | null;
                            }[];
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
    "get-agreement": {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description null: not yet.
                         */
                        acceptedAt: string | null;
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
    "accept-agreement": {
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
                 *       "accept": true
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    accept: true;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        acceptedAt: string;
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
    "list-apps": {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        apps: {
                            /** @description Also the OAuth client id. */
                            id: string;
                            name: string;
                            /** @enum {unknown} */
                            status: "draft" | "in_review" | "approved" | "rejected" | "suspended";
                            scopes: ("account.read" | "projects.read" | "projects.write" | "media.read" | "media.write" | "render.read" | "render.write" | "ai.transcribe" | "ai.speech" | "ai.image" | "ai.video" | "ai.agent" | "ai.analyze" | "stock.read" | "webhooks.manage" | "plugins.invoke" | "telegram.users.read" | "telegram.users.write")[];
                            redirectUris: string[];
                            throttled: boolean;
                            reviewNote: string | null;
                            /** Format: date-time */
                            createdAt: string;
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
    "create-app": {
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
                 *       "name": "Holiday films",
                 *       "scopes": [
                 *         "projects.read",
                 *         "projects.write"
                 *       ]
                 *     }
                 */
                "application/json": {
                    name: string;
                    /** @description The most that it may hand out. */
                    scopes: ("account.read" | "projects.read" | "projects.write" | "media.read" | "media.write" | "render.read" | "render.write" | "ai.transcribe" | "ai.speech" | "ai.image" | "ai.video" | "ai.agent" | "ai.analyze" | "stock.read" | "webhooks.manage" | "plugins.invoke" | "telegram.users.read" | "telegram.users.write")[];
                    /** @description https, or http on 127.0.0.1, [::1] or localhost; compared to the letter. */
                    redirectUris?: string[];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        app: {
                            /** @description Also the OAuth client id. */
                            id: string;
                            name: string;
                            /** @enum {unknown} */
                            status: "draft" | "in_review" | "approved" | "rejected" | "suspended";
                            scopes: ("account.read" | "projects.read" | "projects.write" | "media.read" | "media.write" | "render.read" | "render.write" | "ai.transcribe" | "ai.speech" | "ai.image" | "ai.video" | "ai.agent" | "ai.analyze" | "stock.read" | "webhooks.manage" | "plugins.invoke" | "telegram.users.read" | "telegram.users.write")[];
                            redirectUris: string[];
                            throttled: boolean;
                            reviewNote: string | null;
                            /** Format: date-time */
                            createdAt: string;
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
    "update-app": {
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
                 *       "name": "Winter films"
                 *     }
                 */
                "application/json": {
                    name?: string;
                    /** @description The most that it may hand out. */
                    scopes?: ("account.read" | "projects.read" | "projects.write" | "media.read" | "media.write" | "render.read" | "render.write" | "ai.transcribe" | "ai.speech" | "ai.image" | "ai.video" | "ai.agent" | "ai.analyze" | "stock.read" | "webhooks.manage" | "plugins.invoke" | "telegram.users.read" | "telegram.users.write")[];
                    /** @description https, or http on 127.0.0.1, [::1] or localhost; compared to the letter. */
                    redirectUris?: string[];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        app: {
                            /** @description Also the OAuth client id. */
                            id: string;
                            name: string;
                            /** @enum {unknown} */
                            status: "draft" | "in_review" | "approved" | "rejected" | "suspended";
                            scopes: ("account.read" | "projects.read" | "projects.write" | "media.read" | "media.write" | "render.read" | "render.write" | "ai.transcribe" | "ai.speech" | "ai.image" | "ai.video" | "ai.agent" | "ai.analyze" | "stock.read" | "webhooks.manage" | "plugins.invoke" | "telegram.users.read" | "telegram.users.write")[];
                            redirectUris: string[];
                            throttled: boolean;
                            reviewNote: string | null;
                            /** Format: date-time */
                            createdAt: string;
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
    "submit-app": {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        app: {
                            /** @description Also the OAuth client id. */
                            id: string;
                            name: string;
                            /** @enum {unknown} */
                            status: "draft" | "in_review" | "approved" | "rejected" | "suspended";
                            scopes: ("account.read" | "projects.read" | "projects.write" | "media.read" | "media.write" | "render.read" | "render.write" | "ai.transcribe" | "ai.speech" | "ai.image" | "ai.video" | "ai.agent" | "ai.analyze" | "stock.read" | "webhooks.manage" | "plugins.invoke" | "telegram.users.read" | "telegram.users.write")[];
                            redirectUris: string[];
                            throttled: boolean;
                            reviewNote: string | null;
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
    "get-telegram-bot": {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        bot: {
                            appId: string;
                            /** @description People find it at https://t.me/<username>. */
                            username: string;
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
    "connect-telegram-bot": {
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
                 *       "token": "123456789:AAExampleExampleExampleExampleExampl"
                 *     }
                 */
                "application/json": {
                    /** @description What BotFather gave for the bot. */
                    token: string;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        bot: {
                            appId: string;
                            /** @description People find it at https://t.me/<username>. */
                            username: string;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
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
    "disconnect-telegram-bot": {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        appId: string;
                        deleted: boolean;
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
    "list-keys": {
        parameters: {
            query?: {
                /** @description Entries per page (default 50). */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                appId?: string;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        keys: {
                            id: string;
                            /** @description null: a personal key */
                            appId: string | null;
                            /** @enum {unknown} */
                            environment: "live" | "test";
                            scopes: ("account.read" | "projects.read" | "projects.write" | "media.read" | "media.write" | "render.read" | "render.write" | "ai.transcribe" | "ai.speech" | "ai.image" | "ai.video" | "ai.agent" | "ai.analyze" | "stock.read" | "webhooks.manage" | "plugins.invoke" | "telegram.users.read" | "telegram.users.write")[];
                            last4: string;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            revokedAt: string | null;
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
    "create-key": {
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
                 *       "environment": "test",
                 *       "scopes": [
                 *         "account.read"
                 *       ]
                 *     }
                 */
                "application/json": {
                    appId?: string | null;
                    /** @enum {unknown} */
                    environment: "live" | "test";
                    scopes: ("account.read" | "projects.read" | "projects.write" | "media.read" | "media.write" | "render.read" | "render.write" | "ai.transcribe" | "ai.speech" | "ai.image" | "ai.video" | "ai.agent" | "ai.analyze" | "stock.read" | "webhooks.manage" | "plugins.invoke" | "telegram.users.read" | "telegram.users.write")[];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        key: string;
                        record: {
                            id: string;
                            /** @description null: a personal key */
                            appId: string | null;
                            /** @enum {unknown} */
                            environment: "live" | "test";
                            scopes: ("account.read" | "projects.read" | "projects.write" | "media.read" | "media.write" | "render.read" | "render.write" | "ai.transcribe" | "ai.speech" | "ai.image" | "ai.video" | "ai.agent" | "ai.analyze" | "stock.read" | "webhooks.manage" | "plugins.invoke" | "telegram.users.read" | "telegram.users.write")[];
                            last4: string;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            revokedAt: string | null;
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
    "revoke-key": {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        record: {
                            id: string;
                            /** @description null: a personal key */
                            appId: string | null;
                            /** @enum {unknown} */
                            environment: "live" | "test";
                            scopes: ("account.read" | "projects.read" | "projects.write" | "media.read" | "media.write" | "render.read" | "render.write" | "ai.transcribe" | "ai.speech" | "ai.image" | "ai.video" | "ai.agent" | "ai.analyze" | "stock.read" | "webhooks.manage" | "plugins.invoke" | "telegram.users.read" | "telegram.users.write")[];
                            last4: string;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            revokedAt: string | null;
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
    "list-organisations": {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        organisations: {
                            id: string;
                            name: string;
                            /** @enum {unknown} */
                            role: "owner" | "member";
                            memberCount: number;
                            /** Format: date-time */
                            createdAt: string;
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
    "create-organisation": {
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
                 *       "name": "Studio North"
                 *     }
                 */
                "application/json": {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        organisation: {
                            id: string;
                            name: string;
                            /** @enum {unknown} */
                            role: "owner" | "member";
                            memberCount: number;
                            /** Format: date-time */
                            createdAt: string;
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
    "invite-member": {
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
                 *       "email": "bob@example.org"
                 *     }
                 */
                "application/json": {
                    email: string;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invitation: {
                            id: string;
                            email: string;
                            /** @description Shown once. */
                            token: string;
                            /** Format: date-time */
                            expiresAt: string;
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
    "accept-invitation": {
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
                 *       "token": "inv_<48 hex>"
                 *     }
                 */
                "application/json": {
                    token: string;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        organisation: {
                            id: string;
                            name: string;
                            /** @enum {unknown} */
                            role: "owner" | "member";
                            memberCount: number;
                            /** Format: date-time */
                            createdAt: string;
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
    "list-members": {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        members: {
                            accountId: string;
                            email: string;
                            name: string;
                            /** @enum {unknown} */
                            role: "owner" | "member";
                            /** Format: date-time */
                            joinedAt: string;
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
    "remove-member": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                accountId: string;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accountId: string;
                        removed: boolean;
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
    "duplicate-project": {
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
            201: {
                headers: {
                    /** @description Name of this request in the logs of the service. */
                    "X-Request-Id"?: string;
                    /** @description As sent, or the default. It selects no other behaviour. */
                    "Service-Version"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        project: {
                            id: string;
                            name: string;
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
    "end-connection": {
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
                 *       "clientId": "app_0123456789abcdef"
                 *     }
                 */
                "application/json": {
                    clientId: string;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        clientId: string;
                        /** @enum {boolean} */
                        ended: true;
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
    "get-frame": {
        parameters: {
            query: {
                /** @description The rev that is wanted. */
                rev: number;
                /** @description Seconds; clamped to the end. */
                at: number;
                /** @description Values of its variables as a JSON object, as in previews. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
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
    "get-poster": {
        parameters: {
            query: {
                /** @description Part of the address only. */
                rev: number;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
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
    "get-render-map": {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        segments: {
                            index: number;
                            startFrame: number;
                            /** @description Behind the last one. */
                            endFrame: number;
                            /** @enum {unknown} */
                            state: "waiting" | "running" | "done" | "reused";
                            nodeId: string | null;
                        }[];
                        failures: {
                            /** @description frames, audio or stitch. */
                            kind: string;
                            startFrame: number | null;
                            endFrame: number | null;
                            nodeId: string | null;
                            outcome: string;
                            error: string | null;
                            /** Format: date-time */
                            at: string;
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
    "get-render-order": {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        order: {
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
                        } | null;
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
    "get-session": {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account: {
                            id: string;
                            email: string;
                            name: string;
                            plan: string;
                            /** @description `user` or `admin`. */
                            role: string;
                        };
                        /** @description Names this sign-in; not its token. */
                        sessionId: string;
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
    "get-stock-preview": {
        parameters: {
            query: {
                /** @description `previewUrl` of a find: a public https address. */
                url: string;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
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
    "get-welcome": {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Address of the demo account that `npm start` made; null when there is none. */
                        demoEmail: string | null;
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
    "list-connections": {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        connections: {
                            clientId: string;
                            name: string;
                            scopes: string[];
                            /** Format: date-time */
                            since: string;
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
    "list-ledger": {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: {
                            id: string;
                            /** @description Credits; below 0: taken. */
                            delta: number;
                            /** @description grant, upgrade, expiry, top_up, charge or refund. */
                            kind: string;
                            reason: string;
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
    "list-tools": {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tools: {
                            title: string;
                            name: string;
                            description: string;
                            /** @description JSON Schema of an object. */
                            inputSchema: unknown;
                            annotations: {
                                readOnlyHint: boolean;
                                destructiveHint: boolean;
                            };
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
    "operator-accounts": {
        parameters: {
            query?: {
                /** @description Entries per page (default 50). */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description Part of the address or name, or the beginning of the id. */
                search?: string;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accounts: {
                            id: string;
                            email: string;
                            name: string;
                            plan: string;
                            role: string;
                            status: string;
                            restrictedUntil: string | null;
                            restrictionReason: string | null;
                            hasOwnLimits: boolean;
                            projects: number;
                            renders: number;
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
    "operator-farm": {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        nodes: {
                            id: string;
                            host: string;
                            pid: number;
                            pools: string[];
                            slots: number;
                            busy: number;
                            draining: boolean;
                            version: string;
                            /** @description Begins the fingerprint of what it renders with. */
                            engine: string;
                            memoryBytes: number;
                            /** @description Of all that runs now. */
                            framesDone: number;
                            running: number;
                        }[];
                        leader: {
                            epoch: number;
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
    "operator-installation": {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        providers: {
                            kind: string;
                            /** @description Configured ones, in the order in which they are asked. */
                            names: string[];
                        }[];
                        storage: {
                            media: {
                                count: number;
                                bytes: number;
                            };
                            films: {
                                count: number;
                                bytes: number;
                            };
                            segments: {
                                count: number;
                                bytes: number;
                            };
                        };
                        /** @description Where the figures of the metrics are; null: GRAFANA_URL is not set. */
                        grafanaUrl: string | null;
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
    "operator-order-node": {
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
                 *       "order": "drain"
                 *     }
                 */
                "application/json": {
                    /** @enum {unknown} */
                    order: "drain" | "serve";
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        order: string;
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
    "operator-plans": {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        plans: {
                            id: string;
                            name: string;
                            features: string[];
                            limits: {
                                [key: string]: number | null;
                            };
                            accounts: number;
                        }[];
                        limits: {
                            name: string;
                            meaning: string;
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
    "operator-quarantine": {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        media: {
                            accountId: string;
                            mediaSha256: string;
                            /** @description null: a segment, or it was deleted. */
                            name: string | null;
                            failures: number;
                            error: string;
                            /** @description The render that met it last. null: the probe of its upload. */
                            renderId: string | null;
                            /** Format: date-time */
                            quarantinedAt: string;
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
    "operator-queues": {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        queues: {
                            queue: string;
                            waiting: number;
                            active: number;
                            done: number;
                            failed: number;
                            /** @description null: none waits. */
                            oldestSec: number | null;
                            /** @description That take work from it. */
                            nodes: number;
                            /** @description Of these nodes. */
                            slots: number;
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
    "operator-release-media": {
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
                 *       "accountId": "acc_1",
                 *       "mediaSha256": "9f86d081884c7d65"
                 *     }
                 */
                "application/json": {
                    accountId: string;
                    mediaSha256: string;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        released: true;
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
    "stream-events": {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
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
    "stream-project-events": {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
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
