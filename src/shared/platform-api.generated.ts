/**
 * The platform’s HTTP API as types, generated from its OpenAPI document by openapi-typescript.
 * After a change of the API run: npm run platform-types
 */

/** What an operation responds with status 200. */
export type Answer< Id extends keyof operations > =
	operations[ Id ][ 'responses' ] extends {
		200: { content: { 'application/json': infer Body } };
	}
		? Body
		: never;

export interface paths {
    "/v1/regions": {
        /** Lists the regions. The region of an application is chosen when it is created. */
        get: operations["listRegions"];
    };
    "/v1/accounts/{account}/apps": {
        /** Lists the applications of an account. Without their environments, which listEnvironments returns. */
        get: operations["listApps"];
        /** Creates an application. The name is unique in the account. Neither the name nor the region can be changed later. The response has no body. */
        post: operations["createApp"];
    };
    "/v1/accounts/{account}/apps/{app}": {
        /** Reads an application. Without its environments, which listEnvironments returns. */
        get: operations["readApp"];
        /** Deletes an application with all of its environments. Stops their applications and builds, and deletes their files. */
        delete: operations["deleteApp"];
    };
    "/v1/accounts/{account}/apps/{app}/environments": {
        /** Lists the environments of an application. Each with its address and the state of its live application. */
        get: operations["listEnvironments"];
        /** Creates an environment. The returned operation is already done. The environment serves an application after the first upload. */
        post: operations["createEnvironment"];
    };
    "/v1/accounts/{account}/apps/{app}/environments/{environment}": {
        /** Reads an environment. With its address and the state of its live application. Values of shell variables are never returned. */
        get: operations["readEnvironment"];
        /** Deletes an environment. Stops its application and builds, and deletes its files. */
        delete: operations["deleteEnvironment"];
        /** Changes the settings of an environment. Omitted fields stay unchanged. Another install or root directory takes effect with the next build. */
        patch: operations["changeEnvironment"];
    };
    "/_local/accounts/{account}/apps/{app}/environments/{environment}/variables": {
        /** Reads the keys of the shell variables, and which ones the live release does not have. Values of shell variables are never returned. The variables that the platform sets are listed too. */
        get: operations["readVariables"];
    };
    "/v1/accounts/{account}/apps/{app}/environments/{environment}/shellVariables": {
        /** Replaces all shell variables. Values are write-only. The change takes effect with the next build. */
        put: operations["replaceShellVariables"];
        /** Sets and removes some shell variables. Values are write-only. The change takes effect with the next build. */
        patch: operations["changeShellVariables"];
    };
    "/_local/accounts/{account}/apps/{app}/environments/{environment}/cache": {
        /** Reads the statistics of the edge cache. With the reasons why responses were not cached. */
        get: operations["readCache"];
    };
    "/_local/accounts/{account}/apps/{app}/environments/{environment}/cache/groups": {
        /** Lists the cache groups with the most stored responses. A response names its groups in `Cache-Groups` (RFC 9875) or `Cache-Tag`. A response counts also after one of its other groups was invalidated, until it is requested again. */
        get: operations["listCacheGroups"];
    };
    "/_local/accounts/{account}/apps/{app}/environments/{environment}/cache/groups/invalidate": {
        /** Invalidates the stored responses of a cache group. The same as `Cache-Group-Invalidation` (RFC 9875) on the response of the application to an unsafe request. Returns the statistics of the cache; the last of `invalidations` is this one. */
        post: operations["invalidateCacheGroup"];
    };
    "/fu/v1/accounts/{account}/apps/{app}/environments/{environment}:upload": {
        /** Uploads application code, which is then deployed. One form part named “repository” holds the zip. The response is sent when the zip is stored and its list of entries is checked. The operation reports the build. */
        post: operations["upload"];
    };
    "/v1/accounts/{account}/apps/{app}/environments/{environment}/builds": {
        /** Lists the builds of an environment. Page by page. `nextPageToken` is empty on the last page. */
        get: operations["listBuilds"];
    };
    "/v1/accounts/{account}/apps/{app}/environments/{environment}/builds/{build}": {
        /** Reads a build. `no_build` is the newest build of the environment. */
        get: operations["readBuild"];
    };
    "/v1/accounts/{account}/apps/{app}/environments/{environment}/builds/{build}/log": {
        /** Reads a part of a build’s log. To follow a log, send the `nextOffset` of a response as `offset` of the next request. */
        get: operations["readBuildLog"];
    };
    "/_local/accounts/{account}/apps/{app}/environments/{environment}/output": {
        /** Reads a part of the output of the live application. The output is limited: at the limit, the log is rotated, and the new log starts at offset 0. An offset beyond its end reads from the start. */
        get: operations["readOutput"];
    };
    "/_local/accounts/{account}/apps/{app}/environments/{environment}/builds": {
        /** Builds the live code again, or joins the queued build. `cleanRebuild` does not use the files of earlier builds. While a build runs, further requests share one queued build. */
        post: operations["startBuild"];
    };
    "/v1/accounts/{account}/apps/{app}/environments/{environment}/operations": {
        /** Lists the operations of an environment. Newest first, page by page. `nextPageToken` is empty on the last page. */
        get: operations["listOperations"];
    };
    "/v1/accounts/{account}/apps/{app}/environments/{environment}/operations/{operation}": {
        /** Reads an operation. `no_build` is the newest operation of the environment; before the first build that is its creation, which is done at once. */
        get: operations["readOperation"];
    };
    "/_local/accounts": {
        /** Lists the API user’s accounts. An API user with a role on the whole platform sees all accounts. */
        get: operations["listLocalAccounts"];
        /** Creates an account. The name cannot be changed later. */
        post: operations["createAccount"];
    };
    "/_local/installs": {
        /** Lists the WordPress installs of the API user’s accounts. An API user with a role on the whole platform sees all installs. */
        get: operations["listLocalInstalls"];
    };
    "/_local/installs/{install}": {
        /** Sets the URL of a WordPress install. A new install belongs to the given account. An existing one keeps its account. */
        put: operations["saveInstall"];
        /** Deletes a WordPress install that no environment is linked to. The files and the database of the WordPress site are kept. */
        delete: operations["deleteInstall"];
    };
    "/_local/accounts/{account}/apps/{app}/environments/{environment}/webhooks": {
        /** Reads the webhook URLs. The response contains the token and must not be cached. */
        get: operations["readWebhooks"];
        /** Creates the webhook URLs, or returns the existing ones. The response contains the token and must not be cached. */
        post: operations["createWebhooks"];
        /** Deletes the webhook URLs; they stop working. Calls of the URLs return 404. New URLs have another token. */
        delete: operations["deleteWebhooks"];
    };
    "/_local/accounts/{account}/apps/{app}/environments/{environment}/webhooks/summary": {
        /** Reads the webhooks without their token. An API user with the role `read` may read it, unlike the URLs. */
        get: operations["readWebhookSummary"];
    };
    "/_local/accounts/{account}/apps/{app}/environments/{environment}/webhooks:regenerate": {
        /** Gives the webhook URLs a new token; the old URLs stop working at once. The response contains the token and must not be cached. */
        post: operations["regenerateWebhooks"];
    };
    "/_local/session": {
        /** Reads who is signed in, and what every page needs. Also with HTTP Basic. `maxUploadBytes` and `hangTimeoutSeconds` are limits of the platform. */
        get: operations["readSession"];
        /** Signs an API user in, and sets the cookie of the session. The portal uses it. Other clients send HTTP Basic with each request. */
        post: operations["signIn"];
        /** Ends the session, if there is one. The cookie is removed. */
        delete: operations["signOut"];
    };
    "/_local/events": {
        /** Reports which data is stale, as server-sent events. At most 4 events per second. Without an account, a change concerns all accounts, or one that is not known. The events contain no ids of accounts that the user does not belong to. Every 15 s, the session and the rights are checked. */
        get: operations["readEvents"];
    };
    "/_local/accounts/{account}/apps": {
        /** Lists the applications of an account with all environments and what they serve. One request for what an overview shows: builds, application, cache and disk usage. */
        get: operations["listAppSummaries"];
    };
    "/_local/accounts/{account}/apps/{app}/environments/{environment}/summary": {
        /** Reads an environment with what it serves. One request for what an overview shows: builds, application, cache and disk usage. */
        get: operations["readEnvironmentSummary"];
    };
    "/_local/accounts/{account}/usage": {
        /** Reads the disk usage of an account by environment and install. The last 30 days if no days are given. */
        get: operations["readDiskUsage"];
    };
    "/_local/accounts/{account}/usage/refresh": {
        /** Measures the disk usage of an account. Returns immediately, with the expected time. Requests until then join the measurement. */
        post: operations["refreshDiskUsage"];
    };
    "/_local/users": {
        /** Lists the API users. Passwords are stored as hashes and are never returned. */
        get: operations["listUsers"];
        /** Creates an API user. If the password is omitted, it is generated and returned once. */
        post: operations["createUser"];
    };
    "/_local/users/{user}": {
        /** Deletes an API user and ends its sessions. The last user with the role `write` cannot be deleted. */
        delete: operations["deleteUser"];
    };
    "/_local/users/{user}/role": {
        /** Changes an API user’s role on the whole platform. The last user with the role `write` cannot lose it. */
        put: operations["setUserRole"];
    };
    "/_local/users/{user}/accounts/{account}": {
        /** Gives an API user a role in an account. Replaces the role that the user has in the account. */
        put: operations["setUserAccount"];
        /** Removes an API user from an account. The role on the whole platform stays. */
        delete: operations["removeUserAccount"];
    };
    "/_local/users/{user}/password": {
        /** Changes the password of an API user. Its sessions and one-time links end. */
        put: operations["setUserPassword"];
    };
    "/v1/accounts": {
        /** Lists the accounts with their UUIDs. The usage API identifies accounts by their UUIDs. */
        get: operations["listAccountIds"];
    };
    "/v1/accounts/{account}": {
        /** Shows an account. The name is the one in the paths of the other routes. */
        get: operations["getAccountId"];
    };
    "/v1/installs": {
        /** Lists the WordPress installs with their UUIDs. The usage API identifies installs by their UUIDs. */
        get: operations["listInstallIds"];
    };
    "/v1/installs/{install}": {
        /** Shows a WordPress install. With the UUID of its account. */
        get: operations["getInstallId"];
    };
    "/v1/accounts/{account}/usage": {
        /** Reads the disk usage and traffic of an account. By install and environment, for each day (UTC). Send both dates, or none for the last 30 days. */
        get: operations["getAccountUsage"];
    };
    "/v1/installs/{install}/usage": {
        /** Reads the disk usage and traffic of an install. With the environments that are linked to it, for each day (UTC). Send both dates, or none for the last 30 days. */
        get: operations["getInstallUsage"];
    };
    "/v1/accounts/{account}/limits": {
        /** Reads the limits of an account. The platform’s settings, the same for all accounts. They are not enforced. */
        get: operations["getAccountLimits"];
    };
    "/v1/accounts/{account}/usage/refresh_disk_usage": {
        /** Measures the disk usage of an account. Returns immediately. `account_storage_refresh_expected_time` of the account’s usage says when the measurement is expected to end. Requests until then join the measurement. */
        post: operations["refreshAccountDiskUsage"];
    };
    "/v1/installs/{install}/usage/refresh_disk_usage": {
        /** Measures the disk usage of an install. As for an account, with the environments that are linked to the install. */
        post: operations["refreshInstallDiskUsage"];
    };
    "/_local/faults": {
        /** Lists the fault rules. The first enabled rule that matches a request applies. */
        get: operations["listFaults"];
        /** Adds a fault rule at the end. The rule is on unless `isOn` is false. */
        post: operations["addFault"];
        /** Deletes all fault rules. Requests are handled without faults again. */
        delete: operations["deleteFaults"];
        /** Turns all fault rules off. The rules are kept. */
        patch: operations["turnAllFaultsOff"];
    };
    "/_local/faults/{fault}": {
        /** Turns a fault rule on or off. Turning a rule on resets its counter and its random sequence. */
        put: operations["putFault"];
        /** Deletes a fault rule. Turning a rule off keeps it. */
        delete: operations["deleteFault"];
        /** Turns a fault rule on or off. Turning a rule on resets its counter and its random sequence. */
        patch: operations["changeFault"];
    };
    "/_local/requests": {
        /** Lists the last requests to the API and the webhooks. Tokens, passwords and values of shell variables are redacted. */
        get: operations["listRequests"];
        /** Pauses or resumes the journal. While it is paused, requests are handled but not recorded. */
        put: operations["pauseRequests"];
        /** Clears the journal. Later requests are recorded unless the journal is paused. */
        delete: operations["clearRequests"];
    };
    "/_local/requests/{number}": {
        /** Reads a request of the journal. The journal keeps only the newest requests, and is empty after a restart. */
        get: operations["getRequest"];
    };
    "/_local/requests/matches": {
        /** Counts the requests of the journal that a fault rule would match. For a rule that is not stored yet. Omitted fields match every request. */
        get: operations["countMatchingRequests"];
    };
    "/_local/health": {
        /** Reports whether the platform is ready. Ready means: the database can be written and read, every environment has its port, no live build lacks its files, and all live applications run again. */
        get: operations["getHealth"];
    };
    "/openapi.json": {
        /** Reads this document. It is generated from the schemas that validate the requests. */
        get: operations["readOpenApi"];
    };
    "/v1/accounts/{account}/apps/{app}/environments/{environment}/builds/{build}:redeploy": {
        /** Redeploys the source of an earlier build. Uses the current shell variables and install. Once it is live, rebuilds use this source. */
        post: operations["redeployBuild"];
    };
    "/v1/accounts/{account}/apps/{app}/environments/{environment}/operations/{operation}:cancel": {
        /** Cancels the build of an operation that is not live yet. If the build was replaced by a later one, that one is canceled. */
        post: operations["cancelOperation"];
    };
    "/v1/accounts/{account}/apps/{app}/environments/{environment}:clearCache": {
        /** Purges the edge cache of an environment. The same as the webhook purgeCache. */
        post: operations["clearCache"];
    };
    "/wh/v1/accounts/{account}/apps/{app}/environments/{environment}/webhooks/webhook:{action}": {
        /** Triggers an action of an environment. The request body is ignored. Only the token authorizes the call. While a build runs, further calls share one queued build. A wrong, missing or replaced token returns 403, a deleted set 404, a rebuild before the first upload 422. */
        post: operations["callWebhook"];
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description An error with its message. */
        Error: {
            /** @description A message for users: what happened and what to do. */
            message: string;
            /** @description The name of the invalid field; in a list with its place, such as `shellVariables.0.key`. Only on this platform. */
            field?: string;
            documentation_url?: string;
        };
        /** @description An application. */
        App: {
            /** @description Resource name. */
            name: string;
            appId: string;
            region: "regions/US-C" | "regions/AUS-SE" | "regions/UK" | "regions/EU-W";
            /** @description When it was created. */
            createTime: string;
            repository: {
                displayName: string;
                name: string;
                provider: string;
            };
            uploadable: Record<string, never>;
        };
        Application: {
            /** @description `starting`: after a start of the platform. `unresponsive`: it runs and answers no request. `down`: it ended and is started again. */
            state: "up" | "starting" | "unresponsive" | "down";
            /** @description When it entered this state. */
            since: string;
            /** @description The last lines that it printed, while it is down or unresponsive; else empty. */
            lastOutput: string;
            /** @description Number of restarts since this release went live or the platform started. */
            restarts: number;
            /** @description The last exit, failed start, or stop because of no response. */
            lastExit: {
                /** @description When it ended. */
                time: string;
                /** @description Exit code, or null. */
                code: number | null;
                /** @description The signal that ended it, or null. */
                signal: string | null;
                reason: string;
            } | null;
        };
        /** @description An environment. */
        Environment: {
            /** @description Resource name; it ends in the id. */
            name: string;
            displayName: string;
            branch: string;
            /** @description Resource name of the newest build, or empty. */
            build: string;
            /** @description When it was created. */
            createTime: string;
            domains: string[];
            /** @description Whether a build is queued or running. */
            reconciling: boolean;
            /** @description The folder of the source that is built and started; empty for the top folder. */
            rootDirectory: string;
            /** @description Name of the linked WordPress install, or empty. */
            wpEnvironment: string;
            /** @description Without their values, which are never shown. */
            shellVariables: {
                key: string;
                /** @description When it was set last. */
                setTime: string;
            }[];
            /** @description Whether a deployment purges the edge cache. */
            purgeOnDeploy: boolean;
            /** @description State of the live application, or null. Only on this platform. */
            application: components["schemas"]["Application"] | null;
        };
        ShellVariables: {
            /** @description Name of the shell variable. */
            key: string;
            /** @description At most 32768 bytes, without NUL. Write-only. */
            value: string;
        }[];
        /** @description What an operation changes. */
        OperationMetadata: {
            "@type": "type.googleapis.com/wpengine.js.apps.v1.UpdateEnvironmentMetadata";
            /** @description Resource name of the build; may end in `no_build`. */
            build: string;
            /** @description Always empty. */
            deployment: "";
        };
        /** @description A long-running operation that has begun. */
        StartedOperation: {
            /** @description Resource name; its id may be the word `no_build`. */
            name: string;
            metadata: components["schemas"]["OperationMetadata"];
            done: false;
        };
        /** @description The variables of an environment, without the values of its shell variables. */
        Variables: {
            /** @description The shell variables. */
            variables: {
                key: string;
                /** @description When it was set last. */
                setTime: string;
                /** @description Whether its value is not used, because the platform sets this variable. */
                isReserved: boolean;
            }[];
            /** @description Number of the live build, or null. */
            live: number | null;
            /** @description What is not as in the live release, until the next build is live. */
            waiting: {
                key: string;
                change: "added" | "changed" | "deleted";
            }[];
            /** @description Number of the queued or running build that uses the current variables, or null. */
            comingBuild: number | null;
            /** @description The variables that the platform sets. */
            platformVariables: {
                key: string;
                /** @description Null if it is not known before the build, or not set. */
                value: string | null;
                /** @description Whether builds, the application or both get it. */
                phase: "build" | "run" | "both";
                /** @description Whether a shell variable replaces it. */
                isDefault: boolean;
            }[];
        };
        /** @description A cache group. */
        CacheGroup: {
            name: string;
            /** @description Stored responses in this group. */
            entries: number;
        };
        /** @description The statistics of an edge cache. */
        CacheReport: {
            /** @description Responses from the cache since the start. */
            hits: number;
            /** @description Responses from the application since the start. */
            misses: number;
            /** @description Stored responses. */
            entries: number;
            bytes: number;
            maxBytes: number;
            /** @description The last purge, or null. */
            purgedAt: string | null;
            /** @description The last 60 minutes, oldest first, without gaps. */
            minutes: {
                /** @description Start of the minute. */
                at: string;
                hits: number;
                misses: number;
            }[];
            /** @description Of the last hour, oldest first. */
            purges: {
                /** @description When it was purged. */
                at: string;
                by: string;
                /** @description Stored responses that it removed. */
                entries: number;
            }[];
            /** @description Invalidations of cache groups in the last hour, oldest first. */
            invalidations: {
                /** @description When it happened. */
                at: string;
                by: string;
                /** @description Number of invalidated groups. */
                total: number;
                /** @description The first 10 of them, with the stored responses that they had. */
                groups: components["schemas"]["CacheGroup"][];
            }[];
            /** @description Of the last hour, the most frequent first. */
            notCached: {
                /** @description Without its query. */
                path: string;
                reason: string;
                requests: number;
            }[];
        };
        /** @description The cache groups of the responses in an edge cache. */
        CacheGroupList: {
            /** @description Number of groups that match the filter. */
            total: number;
            /** @description The 20 largest of them. */
            groups: components["schemas"]["CacheGroup"][];
        };
        /** @description A build. */
        Build: {
            /** @description Resource name. */
            name: string;
            archived: boolean;
            branch: string;
            /** @description The message of the upload, or empty. */
            commitMessage: string;
            /** @description Uploads have no commit. */
            commitSha: "";
            /** @description When it was requested. */
            createTime: string;
            /** @description When it started; absent until then. */
            startTime?: string;
            /** @description When it ended; absent until then. */
            finishTime?: string;
            /** @description Only on this platform. `succeeded` was live and was replaced; `superseded` was merged into a later build. */
            state: "queued" | "building" | "deploying" | "live" | "succeeded" | "failed" | "canceled" | "superseded";
            /** @description Only on this platform. `redeploy` builds the source of an earlier build. */
            trigger: "upload" | "rebuild" | "cleanRebuild" | "redeploy";
            /** @description Only on this platform: 1, 2, 3 … per environment. */
            number: number;
            /** @description Only on this platform: display text. */
            startedBy: string;
            /** @description Only on this platform: number of calls merged into this build. */
            absorbed: number;
            /** @description Only on this platform: empty, or the cause and the next step. */
            error: string;
            /** @description Only on this platform: the steps that started. */
            steps: {
                name: "unpack" | "install" | "build" | "start" | "health" | "live";
                state: "running" | "done" | "failed" | "skipped";
                /** @description When it started. */
                startTime: string;
                /** @description When it ended; absent until then. */
                finishTime?: string;
            }[];
            /** @description Only on this platform: resource name of its operation. */
            operation: string;
            /** @description Only on this platform: the median duration of the last five builds that went live by the same action, or null. */
            usualMilliseconds: number | null;
            /** @description Only on this platform: whether it has the code that rebuilds use. */
            hasLiveCode: boolean;
            /** @description Only on this platform: why it cannot be canceled; empty if it can. */
            cancelRefusal: string;
            /** @description Only on this platform: why it cannot be deployed again, for example because its code was deleted; empty if it can. */
            redeployRefusal: string;
        };
        /** @description A part of a log. */
        LogPart: {
            /** @description As it was printed, with escape sequences of terminals. */
            text: string;
            /** @description Where the next part begins, in bytes. */
            nextOffset: number;
        };
        /** @description A long-running operation. */
        Operation: components["schemas"]["StartedOperation"] | {
            /** @description Resource name; its id may be the word `no_build`. */
            name: string;
            metadata: components["schemas"]["OperationMetadata"];
            done: true;
            response: components["schemas"]["Environment"];
        } | {
            /** @description Resource name; its id may be the word `no_build`. */
            name: string;
            metadata: components["schemas"]["OperationMetadata"];
            done: true;
            error: {
                /** @description A code of google.rpc.Code. */
                code: number;
                message: string;
            };
        };
        /** @description An account. */
        Account: {
            name: string;
            /** @description The id that the usage API uses. */
            id: string;
        };
        /** @description A WordPress install. */
        Install: {
            /** @description The id that the usage API uses. */
            id: string;
            accountName: string;
            name: string;
            /** @description Empty if unknown. */
            url: string;
            /** @description The environments that are linked to it, of the API user’s accounts. */
            environments: {
                /** @description A UUID. */
                id: string;
                accountName: string;
                appId: string;
                displayName: string;
            }[];
        };
        /** @description A call of a webhook. */
        WebhookCall: {
            /** @description When it came. */
            at: string;
            status: number;
            /** @description A short reason if the call was rejected, else empty. */
            reason: string;
        };
        /** @description The last call per action, rejected calls included. */
        WebhookCalls: {
            rebuild?: components["schemas"]["WebhookCall"];
            cleanRebuild?: components["schemas"]["WebhookCall"];
            purgeCache?: components["schemas"]["WebhookCall"];
        };
        /** @description The set of webhook URLs. */
        WebhookSet: {
            /** @description The full URL with its token: a secret. */
            rebuild: string;
            /** @description The full URL with its token: a secret. */
            cleanRebuild: string;
            /** @description The full URL with its token: a secret. */
            purgeCache: string;
            /** @description When the token was created. */
            createTime: string;
            createdBy: string;
            lastCalls: components["schemas"]["WebhookCalls"];
        };
        /** @description The webhooks of an environment, without their token. */
        WebhookSummary: {
            exists: boolean;
            /** @description Null if there are none. */
            createTime: string | null;
            /** @description Empty if there are none. */
            createdBy: string;
            /** @description The last four characters of the token, or empty. */
            tokenEnd: string;
            lastCalls: components["schemas"]["WebhookCalls"];
        };
        /** @description The user who is signed in, and what every page needs. */
        Session: {
            /** @description ID of the API user. */
            user: string;
            /** @description Display name; may be empty. */
            name: string;
            /** @description The role on the whole platform; `none`: only in the listed accounts. */
            role: "none" | "read" | "write";
            /** @description The accounts that the user sees. */
            accounts: {
                name: string;
                /** @description The id that the usage API uses. */
                id: string;
                /** @description The role that applies there. */
                role: "read" | "write";
            }[];
            /** @description The time of the platform. */
            now: string;
            /** @description Maximum size of an uploaded zip. */
            maxUploadBytes: number;
            /** @description How long an application may answer no request before it is restarted; 0: it is not restarted. */
            hangTimeoutSeconds: number;
            /** @description Number of fault rules that are on. */
            faultsOn: number;
            /** @description The command that starts this platform. */
            startCommand: string;
        };
        /** @description Data that is stale. */
        StaleData: {
            /** @description `log`: the log of a build. `output`: the output of the application. `cache`: the statistics of the edge cache. `environments`: settings, variables, or the state of the application. `requests`: the journal. */
            topic: "accounts" | "users" | "installs" | "apps" | "environments" | "builds" | "log" | "output" | "webhooks" | "cache" | "usage" | "faults" | "requests";
            /** @description Name of the account; absent if it is not known. */
            account?: string;
            /** @description Id of the environment. */
            environment?: string;
            /** @description Id of the build. */
            build?: string;
        };
        /** @description An event: its name, and its data, which is JSON. */
        ServerEvent: {
            event: "hello";
            data: {
                /** @description Another one after each start. */
                instance: string;
            };
        } | {
            event: "stale";
            data: {
                changes: components["schemas"]["StaleData"][];
            };
        } | {
            event: "signed-out";
            data: Record<string, never>;
        };
        /** @description An environment with what it serves and what happens to it. */
        EnvironmentSummary: {
            /** @description A UUID. */
            id: string;
            accountName: string;
            appId: string;
            region: "regions/US-C" | "regions/AUS-SE" | "regions/UK" | "regions/EU-W";
            displayName: string;
            /** @description When it was created. */
            createTime: string;
            /** @description Where visitors find it, once a build was live. */
            url: string;
            /** @description The linked WordPress install. */
            install: {
                name: string;
                /** @description Empty if it is not known. */
                url: string;
            };
            rootDirectory: string;
            /** @description Whether a deployment purges the edge cache. */
            purgeOnDeploy: boolean;
            /** @description The live build, or null. */
            served: components["schemas"]["Build"] | null;
            /** @description The build that runs, or null. */
            running: components["schemas"]["Build"] | null;
            /** @description The build that waits, or null. */
            queued: components["schemas"]["Build"] | null;
            /** @description The newest build, or null. */
            newest: components["schemas"]["Build"] | null;
            buildCount: number;
            /** @description Usual durations of builds. */
            usualMilliseconds: {
                /** @description Median of the last five that went live, in milliseconds; or null. */
                upload: number | null;
                /** @description Median of the last five that went live, in milliseconds; or null. */
                rebuild: number | null;
                /** @description Median of the last five that went live, in milliseconds; or null. */
                cleanRebuild: number | null;
                /** @description Median of the last five that went live, in milliseconds; or null. */
                redeploy: number | null;
            };
            /** @description State of the live application; null if it is not there. */
            application: components["schemas"]["Application"] | null;
            /** @description The edge cache since the start. */
            cache: {
                hits: number;
                misses: number;
                /** @description The last purge, or null. */
                purgeTime: string | null;
            };
            /** @description The newest measurement of the last 30 days, or null. */
            disk: {
                /** @description Files and the database of the install. */
                bytes: number;
                /** @description When it was measured. */
                measureTime: string;
            } | null;
        };
        /** @description An application. */
        AppSummary: {
            appId: string;
            region: "regions/US-C" | "regions/AUS-SE" | "regions/UK" | "regions/EU-W";
            /** @description When it was created. */
            createTime: string;
            environments: components["schemas"]["EnvironmentSummary"][];
        };
        /** @description The disk usage of a day. */
        DiskUsageDay: {
            date: string;
            /** @description Null if it was not measured. */
            fileBytes: number | null;
            /** @description Of the WordPress install; null if it is not on this machine. */
            databaseBytes: number | null;
        };
        /** @description The disk usage of an account. Sizes in bytes, days in UTC. */
        DiskUsage: {
            /** @description It is not enforced; 0 for no limit. */
            storageLimitBytes: number;
            /** @description When the account was measured last, or null. */
            refreshTime: string | null;
            /** @description When the measurement that runs is expected to end, or null. */
            expectedTime: string | null;
            /** @description The environments, each with the database of its install. */
            environments: {
                /** @description A UUID. */
                id: string;
                appId: string;
                displayName: string;
                /** @description Name of the linked install. */
                install: string;
                /** @description Whether a sum of environments contains this database. False if an earlier environment has the same install. */
                countsDatabase: boolean;
                /** @description Null if it was not measured. */
                fileBytes: number | null;
                /** @description Of the WordPress install; null if it is not on this machine. */
                databaseBytes: number | null;
                /** @description Of the last measurement; 0 without one. */
                totalBytes: number;
                /** @description Growth since the first day; null if it was not measured by then. */
                changeBytes: number | null;
                /** @description When the measurement that runs is expected to end, or null. */
                expectedTime: string | null;
                /** @description Oldest first, without gaps. */
                days: components["schemas"]["DiskUsageDay"][];
            }[];
            /** @description The WordPress installs, each with all environments that are linked to it. */
            installs: {
                name: string;
                /** @description Null if it was not measured. */
                fileBytes: number | null;
                /** @description Of the WordPress install; null if it is not on this machine. */
                databaseBytes: number | null;
                /** @description Of the last measurement; 0 without one. */
                totalBytes: number;
                /** @description Growth since the first day; null if it was not measured by then. */
                changeBytes: number | null;
                /** @description When the measurement that runs is expected to end, or null. */
                expectedTime: string | null;
                /** @description Oldest first, without gaps. */
                days: components["schemas"]["DiskUsageDay"][];
            }[];
        };
        /** @description An API user. */
        ApiUser: {
            id: string;
            /** @description Display name; may be empty. */
            name: string;
            /** @description The role on the whole platform: all accounts, API users, faults and the journal. `none`: only the listed accounts. */
            role: "none" | "read" | "write";
            /** @description The user’s accounts, with the role in each. */
            accounts: {
                account: string;
                /** @description `read` can view, `write` can also change. */
                role: "read" | "write";
            }[];
            /** @description When the user was created. */
            createTime: string;
            /** @description Who created it. */
            createdBy: string;
        };
        /** @description The API user with the generated password. */
        ApiUserWithPassword: {
            id: string;
            /** @description Display name; may be empty. */
            name: string;
            /** @description The role on the whole platform: all accounts, API users, faults and the journal. `none`: only the listed accounts. */
            role: "none" | "read" | "write";
            /** @description The user’s accounts, with the role in each. */
            accounts: {
                account: string;
                /** @description `read` can view, `write` can also change. */
                role: "read" | "write";
            }[];
            /** @description When the user was created. */
            createTime: string;
            /** @description Who created it. */
            createdBy: string;
            /** @description Only if it was generated. It is not shown again. */
            password?: string;
        };
        /** @description One day; null for values that were not measured. */
        DailyUsageMetrics: {
            /** @description The day, in UTC. */
            date: string;
            visit_count: string | null;
            billable_visits: string | null;
            network_origin_bytes: string | null;
            network_cdn_bytes: string | null;
            network_total_bytes: string | null;
            request_origin_count: string | null;
            storage_file_bytes: string | null;
            storage_database_bytes: string | null;
            storage_update_time: string | null;
        };
        /** @description Traffic of all days. It has no `latest`. */
        TrafficRollup: {
            average: string;
            sum: string;
        };
        /** @description The last measurement; null if there was none. It has no `average` and no `sum`. */
        StorageRollup: {
            latest: {
                /** @description The day. */
                date: string;
                value: string;
            } | null;
        };
        /** @description Totals of all days. */
        UsageMetricsRollup: {
            visit_count: components["schemas"]["TrafficRollup"];
            billable_visits: components["schemas"]["TrafficRollup"];
            network_origin_bytes: components["schemas"]["TrafficRollup"];
            network_cdn_bytes: components["schemas"]["TrafficRollup"];
            network_total_bytes: components["schemas"]["TrafficRollup"];
            request_origin_count: components["schemas"]["TrafficRollup"];
            storage_file_bytes: components["schemas"]["StorageRollup"];
            storage_database_bytes: components["schemas"]["StorageRollup"];
        };
        /** @description The figures of one environment. */
        EnvironmentMetrics: {
            environment_name: string;
            metrics: components["schemas"]["DailyUsageMetrics"][];
            metrics_rollup: components["schemas"]["UsageMetricsRollup"];
            storage_refresh_expected_time: string | null;
        };
        /** @description Disk usage and traffic of an account. */
        AccountUsage: {
            environment_metrics: components["schemas"]["EnvironmentMetrics"][];
            /** @description Number of environments on all pages. */
            total_size: string;
            next_page_token: string | null;
            all_environments_included: boolean;
            last_account_storage_refresh_time: string | null;
            account_storage_refresh_expected_time: string | null;
        };
        /** @description The limits of the account, from the platform’s limits. */
        AccountLimits: {
            /** @description A month. */
            visitors: number;
            /** @description In GB. */
            storage: number;
            /** @description In GB. */
            bandwidth: number;
        };
        /** @description A fault rule. */
        FaultRule: {
            /** @description A UUID. */
            id: string;
            /** @description Display name; generated if omitted. */
            name: string;
            /** @description Pattern for the path without the query; `*` matches anything. */
            path: string;
            /** @description In upper case; empty for all methods. */
            method: string;
            /** @description A webhook action; empty for all requests. */
            action: "rebuild" | "cleanRebuild" | "purgeCache" | "";
            /** @description `status`, `drop` and `reset` replace the request: nothing is done. `none` (only a delay), `truncate`, `drip` and `endless` let the request be handled and change the response. */
            kind: "none" | "status" | "drop" | "reset" | "truncate" | "drip" | "endless";
            /** @description Of kind `status`: from 200 to 599; else 0. */
            status: number;
            retryAfterSeconds: number | null;
            /** @description Delay before the fault. */
            latencyMs: number;
            /** @description Of kind `drip`: the pause between two bytes. */
            dripMs: number;
            /** @description Of kinds `drop` and `reset`: how much of the request’s body is read first. */
            afterBytes: number;
            /** @description The share of matching requests that the rule affects. */
            probability: number;
            /** @description Seed of the random sequence. The same seed affects the same requests each time the rule is turned on. */
            seed: number;
            count: number | null;
            /** @description Whether the rule is on. */
            isOn: boolean;
            /** @description Number of uses since it was turned on. */
            used: number;
        };
        /** @description A request, redacted. */
        JournalRequest: {
            /** @description Increases with each request. */
            number: number;
            /** @description When the request was received, RFC 3339. */
            at: string;
            method: string;
            /** @description With its query; a token as its last four characters. */
            url: string;
            /** @description 0 when the connection ended before an answer. */
            status: number;
            /** @description The API user, else the program of `User-Agent`. */
            caller: string;
            tookMs: number;
            /** @description Why it was refused; else empty. */
            reason: string;
            /** @description Name of the rule that was applied, or empty. */
            fault: string;
            requestHeaders: {
                [key: string]: string;
            };
            /** @description JSON, at most 4 KiB of it; uploads are not kept. */
            requestBody: string;
            responseHeaders: {
                [key: string]: string;
            };
            /** @description At most 4 KiB, as it was before the fault. */
            responseBody: string;
        };
    };
    responses: never;
    parameters: {
        /** @description Name of the account. */
        account: string;
        /** @description Name of the new application, unique in its account. */
        appId: string;
        /** @description Name of the application. */
        app: string;
        /** @description Id of the environment, a UUID. */
        environment: string;
        /** @description Text that the names must contain. */
        filter: string;
        /** @description What is new in this code. Only on this platform; shown with the build. */
        message: string;
        /** @description Maximum number of items in the response. */
        pageSize: number;
        /** @description The nextPageToken of the previous page; omitted or empty for the first page. */
        pageToken: string;
        /** @description Newest or oldest first. */
        orderBy: "createTime desc" | "createTime" | "createTime asc";
        /** @description Id of the build, a UUID; or its number; or `no_build` for the newest one. */
        build: string;
        /** @description The nextOffset of the previous part; 0 for the beginning. */
        logOffset: number;
        /** @description Id of the operation, a UUID, or `no_build` for the newest one. */
        operation: string;
        /** @description Name of the WordPress install. */
        install: string;
        /** @description First day; together with last_date. At most 13 months ago. */
        first_date: string;
        /** @description Last day; together with first_date. */
        last_date: string;
        /** @description ID of the API user. */
        user: string;
        /** @description Maximum number of items in the response. */
        limit: number;
        /** @description Number of items to skip. */
        offset: number;
        /** @description Id of the account, a UUID. */
        accountId: string;
        /** @description Id of the WordPress install, a UUID. */
        installId: string;
        /** @description The next_page_token of the previous page. */
        pageOffset: string;
        /** @description Id of the rule. */
        fault: string;
        /** @description All requests, failed requests, or requests with a fault. */
        only: "all" | "errors" | "faults";
        /** @description Found in method, address, caller, reason, rule or status. */
        search: string;
        /** @description Only requests with a smaller number, for the next page. */
        before: number;
        /** @description Number of the request. */
        number: string;
        /** @description Pattern for the path without the query; `*` matches anything. */
        path: string;
        /** @description In upper case; empty for all methods. */
        method: string;
        /** @description A webhook action; empty for all requests. */
        action: "rebuild" | "cleanRebuild" | "purgeCache" | "";
        /** @description Written exactly so. */
        webhookAction: "rebuild" | "cleanRebuild" | "purgeCache";
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Error = components['schemas']['Error'];
export type App = components['schemas']['App'];
export type Application = components['schemas']['Application'];
export type Environment = components['schemas']['Environment'];
export type ShellVariables = components['schemas']['ShellVariables'];
export type OperationMetadata = components['schemas']['OperationMetadata'];
export type StartedOperation = components['schemas']['StartedOperation'];
export type Variables = components['schemas']['Variables'];
export type CacheGroup = components['schemas']['CacheGroup'];
export type CacheReport = components['schemas']['CacheReport'];
export type CacheGroupList = components['schemas']['CacheGroupList'];
export type Build = components['schemas']['Build'];
export type LogPart = components['schemas']['LogPart'];
export type Operation = components['schemas']['Operation'];
export type Account = components['schemas']['Account'];
export type Install = components['schemas']['Install'];
export type WebhookCall = components['schemas']['WebhookCall'];
export type WebhookCalls = components['schemas']['WebhookCalls'];
export type WebhookSet = components['schemas']['WebhookSet'];
export type WebhookSummary = components['schemas']['WebhookSummary'];
export type Session = components['schemas']['Session'];
export type StaleData = components['schemas']['StaleData'];
export type ServerEvent = components['schemas']['ServerEvent'];
export type EnvironmentSummary = components['schemas']['EnvironmentSummary'];
export type AppSummary = components['schemas']['AppSummary'];
export type DiskUsageDay = components['schemas']['DiskUsageDay'];
export type DiskUsage = components['schemas']['DiskUsage'];
export type ApiUser = components['schemas']['ApiUser'];
export type ApiUserWithPassword = components['schemas']['ApiUserWithPassword'];
export type DailyUsageMetrics = components['schemas']['DailyUsageMetrics'];
export type TrafficRollup = components['schemas']['TrafficRollup'];
export type StorageRollup = components['schemas']['StorageRollup'];
export type UsageMetricsRollup = components['schemas']['UsageMetricsRollup'];
export type EnvironmentMetrics = components['schemas']['EnvironmentMetrics'];
export type AccountUsage = components['schemas']['AccountUsage'];
export type AccountLimits = components['schemas']['AccountLimits'];
export type FaultRule = components['schemas']['FaultRule'];
export type JournalRequest = components['schemas']['JournalRequest'];
export type $defs = Record<string, never>;
export interface operations {
    listRegions: {
        parameters: {
            query?: never;
            path?: never;
        };
        responses: {
            /** @description All regions. */
            200: {
                content: {
                    "application/json": {
                        regions: {
                            name: "regions/US-C" | "regions/AUS-SE" | "regions/UK" | "regions/EU-W";
                            displayName: string;
                        }[];
                    };
                };
            };
        };
    };
    listApps: {
        parameters: {
            query?: never;
            path: {
                account: components["parameters"]["account"];
            };
        };
        responses: {
            /** @description All applications of the account. */
            200: {
                content: {
                    "application/json": {
                        apps: components["schemas"]["App"][];
                    };
                };
            };
        };
    };
    createApp: {
        parameters: {
            query: {
                appId: components["parameters"]["appId"];
            };
            path: {
                account: components["parameters"]["account"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The region. It cannot be changed later. */
                    region: "regions/US-C" | "regions/AUS-SE" | "regions/UK" | "regions/EU-W";
                    /** @description Always an empty object: the application is uploaded. */
                    uploadable: Record<string, never>;
                };
            };
        };
        responses: {
            /** @description Done; no body. */
            200: {};
        };
    };
    readApp: {
        parameters: {
            query?: never;
            path: {
                account: components["parameters"]["account"];
                app: components["parameters"]["app"];
            };
        };
        responses: {
            /** @description An application. */
            200: {
                content: {
                    "application/json": components["schemas"]["App"];
                };
            };
        };
    };
    deleteApp: {
        parameters: {
            query?: never;
            path: {
                account: components["parameters"]["account"];
                app: components["parameters"]["app"];
            };
        };
        responses: {
            /** @description Done; no body. */
            204: {};
        };
    };
    listEnvironments: {
        parameters: {
            query?: never;
            path: {
                account: components["parameters"]["account"];
                app: components["parameters"]["app"];
            };
        };
        responses: {
            /** @description All environments of the application. */
            200: {
                content: {
                    "application/json": {
                        environments: components["schemas"]["Environment"][];
                    };
                };
            };
        };
    };
    createEnvironment: {
        parameters: {
            query?: never;
            path: {
                account: components["parameters"]["account"];
                app: components["parameters"]["app"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Display name of the environment. */
                    displayName: string;
                    /** @description Fixed for uploaded applications. */
                    branch: "uploadable";
                    /** @description Name of the WordPress install that the environment connects to. On the local platform, empty for none. */
                    wpEnvironment: string;
                    /** @description The folder of the source that is built and started; empty for the top folder. */
                    rootDirectory?: string;
                    shellVariables?: components["schemas"]["ShellVariables"];
                };
            };
        };
        responses: {
            /** @description A long-running operation that has begun. */
            200: {
                content: {
                    "application/json": components["schemas"]["StartedOperation"];
                };
            };
        };
    };
    readEnvironment: {
        parameters: {
            query?: never;
            path: {
                account: components["parameters"]["account"];
                app: components["parameters"]["app"];
                environment: components["parameters"]["environment"];
            };
        };
        responses: {
            /** @description An environment. */
            200: {
                content: {
                    "application/json": components["schemas"]["Environment"];
                };
            };
        };
    };
    deleteEnvironment: {
        parameters: {
            query?: never;
            path: {
                account: components["parameters"]["account"];
                app: components["parameters"]["app"];
                environment: components["parameters"]["environment"];
            };
        };
        responses: {
            /** @description Done; no body. */
            204: {};
        };
    };
    changeEnvironment: {
        parameters: {
            query?: never;
            path: {
                account: components["parameters"]["account"];
                app: components["parameters"]["app"];
                environment: components["parameters"]["environment"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name of the WordPress install that the environment connects to. On the local platform, empty for none. */
                    wpEnvironment?: string;
                    /** @description The folder of the source that is built and started; empty for the top folder. */
                    rootDirectory?: string;
                    /** @description Whether a deployment purges the edge cache. */
                    purgeOnDeploy?: boolean;
                };
            };
        };
        responses: {
            /** @description An environment. */
            200: {
                content: {
                    "application/json": components["schemas"]["Environment"];
                };
            };
        };
    };
    readVariables: {
        parameters: {
            query?: never;
            path: {
                account: components["parameters"]["account"];
                app: components["parameters"]["app"];
                environment: components["parameters"]["environment"];
            };
        };
        responses: {
            /** @description The variables of an environment, without the values of its shell variables. */
            200: {
                content: {
                    "application/json": components["schemas"]["Variables"];
                };
            };
        };
    };
    replaceShellVariables: {
        parameters: {
            query?: never;
            path: {
                account: components["parameters"]["account"];
                app: components["parameters"]["app"];
                environment: components["parameters"]["environment"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    shellVariables: components["schemas"]["ShellVariables"];
                };
            };
        };
        responses: {
            /** @description An environment. */
            200: {
                content: {
                    "application/json": components["schemas"]["Environment"];
                };
            };
        };
    };
    changeShellVariables: {
        parameters: {
            query?: never;
            path: {
                account: components["parameters"]["account"];
                app: components["parameters"]["app"];
                environment: components["parameters"]["environment"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    set?: components["schemas"]["ShellVariables"];
                    remove?: string[];
                };
            };
        };
        responses: {
            /** @description An environment. */
            200: {
                content: {
                    "application/json": components["schemas"]["Environment"];
                };
            };
        };
    };
    readCache: {
        parameters: {
            query?: never;
            path: {
                account: components["parameters"]["account"];
                app: components["parameters"]["app"];
                environment: components["parameters"]["environment"];
            };
        };
        responses: {
            /** @description The statistics of an edge cache. */
            200: {
                content: {
                    "application/json": components["schemas"]["CacheReport"];
                };
            };
        };
    };
    listCacheGroups: {
        parameters: {
            query?: {
                filter?: components["parameters"]["filter"];
            };
            path: {
                account: components["parameters"]["account"];
                app: components["parameters"]["app"];
                environment: components["parameters"]["environment"];
            };
        };
        responses: {
            /** @description The cache groups of the responses in an edge cache. */
            200: {
                content: {
                    "application/json": components["schemas"]["CacheGroupList"];
                };
            };
        };
    };
    invalidateCacheGroup: {
        parameters: {
            query?: never;
            path: {
                account: components["parameters"]["account"];
                app: components["parameters"]["app"];
                environment: components["parameters"]["environment"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name of the group. */
                    group: string;
                };
            };
        };
        responses: {
            /** @description The statistics of an edge cache. */
            200: {
                content: {
                    "application/json": components["schemas"]["CacheReport"];
                };
            };
        };
    };
    upload: {
        parameters: {
            query?: {
                message?: components["parameters"]["message"];
            };
            path: {
                account: components["parameters"]["account"];
                app: components["parameters"]["app"];
                environment: components["parameters"]["environment"];
            };
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description The zip of the application code, with package.json in its top folder or its only folder. */
                    repository: string;
                };
            };
        };
        responses: {
            /** @description A long-running operation that has begun. */
            200: {
                content: {
                    "application/json": components["schemas"]["StartedOperation"];
                };
            };
        };
    };
    listBuilds: {
        parameters: {
            query?: {
                pageSize?: components["parameters"]["pageSize"];
                pageToken?: components["parameters"]["pageToken"];
                orderBy?: components["parameters"]["orderBy"];
            };
            path: {
                account: components["parameters"]["account"];
                app: components["parameters"]["app"];
                environment: components["parameters"]["environment"];
            };
        };
        responses: {
            /** @description A page of builds. */
            200: {
                content: {
                    "application/json": {
                        builds: components["schemas"]["Build"][];
                        /** @description The pageToken of the next page; empty on the last one. */
                        nextPageToken: string;
                    };
                };
            };
        };
    };
    readBuild: {
        parameters: {
            query?: never;
            path: {
                account: components["parameters"]["account"];
                app: components["parameters"]["app"];
                environment: components["parameters"]["environment"];
                build: components["parameters"]["build"];
            };
        };
        responses: {
            /** @description A build. */
            200: {
                content: {
                    "application/json": components["schemas"]["Build"];
                };
            };
        };
    };
    readBuildLog: {
        parameters: {
            query?: {
                offset?: components["parameters"]["logOffset"];
            };
            path: {
                account: components["parameters"]["account"];
                app: components["parameters"]["app"];
                environment: components["parameters"]["environment"];
                build: components["parameters"]["build"];
            };
        };
        responses: {
            /** @description A part of a log. */
            200: {
                content: {
                    "application/json": components["schemas"]["LogPart"];
                };
            };
        };
    };
    readOutput: {
        parameters: {
            query?: {
                offset?: components["parameters"]["logOffset"];
            };
            path: {
                account: components["parameters"]["account"];
                app: components["parameters"]["app"];
                environment: components["parameters"]["environment"];
            };
        };
        responses: {
            /** @description A part of a log. */
            200: {
                content: {
                    "application/json": components["schemas"]["LogPart"];
                };
            };
        };
    };
    startBuild: {
        parameters: {
            query?: never;
            path: {
                account: components["parameters"]["account"];
                app: components["parameters"]["app"];
                environment: components["parameters"]["environment"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description `cleanRebuild` deletes the cached folders first. */
                    action: "rebuild" | "cleanRebuild";
                };
            };
        };
        responses: {
            /** @description A build. */
            200: {
                content: {
                    "application/json": components["schemas"]["Build"];
                };
            };
        };
    };
    listOperations: {
        parameters: {
            query?: {
                pageSize?: components["parameters"]["pageSize"];
                pageToken?: components["parameters"]["pageToken"];
            };
            path: {
                account: components["parameters"]["account"];
                app: components["parameters"]["app"];
                environment: components["parameters"]["environment"];
            };
        };
        responses: {
            /** @description A page of operations, the newest first. */
            200: {
                content: {
                    "application/json": {
                        operations: components["schemas"]["Operation"][];
                        /** @description The pageToken of the next page; empty on the last one. */
                        nextPageToken: string;
                    };
                };
            };
        };
    };
    readOperation: {
        parameters: {
            query?: never;
            path: {
                account: components["parameters"]["account"];
                app: components["parameters"]["app"];
                environment: components["parameters"]["environment"];
                operation: components["parameters"]["operation"];
            };
        };
        responses: {
            /** @description A long-running operation. */
            200: {
                content: {
                    "application/json": components["schemas"]["Operation"];
                };
            };
        };
    };
    listLocalAccounts: {
        parameters: {
            query?: never;
            path?: never;
        };
        responses: {
            /** @description All accounts. */
            200: {
                content: {
                    "application/json": {
                        accounts: components["schemas"]["Account"][];
                    };
                };
            };
        };
    };
    createAccount: {
        parameters: {
            query?: never;
            path?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name of the new account. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description An account. */
            200: {
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    listLocalInstalls: {
        parameters: {
            query?: never;
            path?: never;
        };
        responses: {
            /** @description All WordPress installs. */
            200: {
                content: {
                    "application/json": {
                        installs: components["schemas"]["Install"][];
                    };
                };
            };
        };
    };
    saveInstall: {
        parameters: {
            query?: never;
            path: {
                install: components["parameters"]["install"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name of its account. */
                    account: string;
                    /** @description Passed to builds as WORDPRESS_URL. */
                    url: string;
                };
            };
        };
        responses: {
            /** @description A WordPress install. */
            200: {
                content: {
                    "application/json": components["schemas"]["Install"];
                };
            };
        };
    };
    deleteInstall: {
        parameters: {
            query?: never;
            path: {
                install: components["parameters"]["install"];
            };
        };
        responses: {
            /** @description Done; no body. */
            204: {};
        };
    };
    readWebhooks: {
        parameters: {
            query?: never;
            path: {
                account: components["parameters"]["account"];
                app: components["parameters"]["app"];
                environment: components["parameters"]["environment"];
            };
        };
        responses: {
            /** @description The set of webhook URLs. */
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookSet"];
                };
            };
        };
    };
    createWebhooks: {
        parameters: {
            query?: never;
            path: {
                account: components["parameters"]["account"];
                app: components["parameters"]["app"];
                environment: components["parameters"]["environment"];
            };
        };
        responses: {
            /** @description The set of webhook URLs. */
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookSet"];
                };
            };
        };
    };
    deleteWebhooks: {
        parameters: {
            query?: never;
            path: {
                account: components["parameters"]["account"];
                app: components["parameters"]["app"];
                environment: components["parameters"]["environment"];
            };
        };
        responses: {
            /** @description Done; no body. */
            204: {};
        };
    };
    readWebhookSummary: {
        parameters: {
            query?: never;
            path: {
                account: components["parameters"]["account"];
                app: components["parameters"]["app"];
                environment: components["parameters"]["environment"];
            };
        };
        responses: {
            /** @description The webhooks of an environment, without their token. */
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookSummary"];
                };
            };
        };
    };
    regenerateWebhooks: {
        parameters: {
            query?: never;
            path: {
                account: components["parameters"]["account"];
                app: components["parameters"]["app"];
                environment: components["parameters"]["environment"];
            };
        };
        responses: {
            /** @description The set of webhook URLs. */
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookSet"];
                };
            };
        };
    };
    readSession: {
        parameters: {
            query?: never;
            path?: never;
        };
        responses: {
            /** @description The user who is signed in, and what every page needs. */
            200: {
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    signIn: {
        parameters: {
            query?: never;
            path?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description ID of the API user. */
                    user: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description The user who is signed in, and what every page needs. */
            200: {
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            path?: never;
        };
        responses: {
            /** @description Done; no body. */
            204: {};
        };
    };
    readEvents: {
        parameters: {
            query?: never;
            path?: never;
        };
        responses: {
            /** @description Events, until either side ends the connection. */
            200: {
                content: {
                    "text/event-stream": components["schemas"]["ServerEvent"];
                };
            };
        };
    };
    listAppSummaries: {
        parameters: {
            query?: never;
            path: {
                account: components["parameters"]["account"];
            };
        };
        responses: {
            /** @description All applications of the account with their environments. */
            200: {
                content: {
                    "application/json": {
                        apps: components["schemas"]["AppSummary"][];
                    };
                };
            };
        };
    };
    readEnvironmentSummary: {
        parameters: {
            query?: never;
            path: {
                account: components["parameters"]["account"];
                app: components["parameters"]["app"];
                environment: components["parameters"]["environment"];
            };
        };
        responses: {
            /** @description An environment with what it serves and what happens to it. */
            200: {
                content: {
                    "application/json": components["schemas"]["EnvironmentSummary"];
                };
            };
        };
    };
    readDiskUsage: {
        parameters: {
            query?: {
                first_date?: components["parameters"]["first_date"];
                last_date?: components["parameters"]["last_date"];
            };
            path: {
                account: components["parameters"]["account"];
            };
        };
        responses: {
            /** @description The disk usage of an account. Sizes in bytes, days in UTC. */
            200: {
                content: {
                    "application/json": components["schemas"]["DiskUsage"];
                };
            };
        };
    };
    refreshDiskUsage: {
        parameters: {
            query?: never;
            path: {
                account: components["parameters"]["account"];
            };
        };
        responses: {
            /** @description The disk usage of an account. Sizes in bytes, days in UTC. */
            200: {
                content: {
                    "application/json": components["schemas"]["DiskUsage"];
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query?: never;
            path?: never;
        };
        responses: {
            /** @description All API users, by ID. */
            200: {
                content: {
                    "application/json": {
                        users: components["schemas"]["ApiUser"][];
                    };
                };
            };
        };
    };
    createUser: {
        parameters: {
            query?: never;
            path?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The user name of HTTP Basic; without a colon. */
                    id: string;
                    /** @description For people. */
                    name?: string;
                    /**
                     * @description The role on the whole platform: all accounts, API users, faults and the journal. `none`: only the listed accounts.
                     * @default none
                     */
                    role?: "none" | "read" | "write";
                    /** @description The user’s accounts, with the role in each. */
                    accounts?: {
                        /** @description Name of an account. */
                        account: string;
                        /** @description `read` can view, `write` can also change. */
                        role: "read" | "write";
                    }[];
                    /** @description If omitted, a password is generated and returned once. */
                    password?: string;
                };
            };
        };
        responses: {
            /** @description The API user with the generated password. */
            200: {
                content: {
                    "application/json": components["schemas"]["ApiUserWithPassword"];
                };
            };
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            path: {
                user: components["parameters"]["user"];
            };
        };
        responses: {
            /** @description Done; no body. */
            204: {};
        };
    };
    setUserRole: {
        parameters: {
            query?: never;
            path: {
                user: components["parameters"]["user"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The role on the whole platform: all accounts, API users, faults and the journal. `none`: only the listed accounts. */
                    role: "none" | "read" | "write";
                };
            };
        };
        responses: {
            /** @description An API user. */
            200: {
                content: {
                    "application/json": components["schemas"]["ApiUser"];
                };
            };
        };
    };
    setUserAccount: {
        parameters: {
            query?: never;
            path: {
                account: components["parameters"]["account"];
                user: components["parameters"]["user"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description `read` can view, `write` can also change. */
                    role: "read" | "write";
                };
            };
        };
        responses: {
            /** @description An API user. */
            200: {
                content: {
                    "application/json": components["schemas"]["ApiUser"];
                };
            };
        };
    };
    removeUserAccount: {
        parameters: {
            query?: never;
            path: {
                account: components["parameters"]["account"];
                user: components["parameters"]["user"];
            };
        };
        responses: {
            /** @description An API user. */
            200: {
                content: {
                    "application/json": components["schemas"]["ApiUser"];
                };
            };
        };
    };
    setUserPassword: {
        parameters: {
            query?: never;
            path: {
                user: components["parameters"]["user"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description If omitted, a password is generated and returned once. */
                    password?: string;
                } | null;
            };
        };
        responses: {
            /** @description The API user with the generated password. */
            200: {
                content: {
                    "application/json": components["schemas"]["ApiUserWithPassword"];
                };
            };
        };
    };
    listAccountIds: {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                offset?: components["parameters"]["offset"];
            };
            path?: never;
        };
        responses: {
            /** @description A page of accounts, with their UUIDs. */
            200: {
                content: {
                    "application/json": {
                        previous: string | null;
                        next: string | null;
                        count: number;
                        results: {
                            id: string;
                            name: string;
                        }[];
                    };
                };
            };
        };
    };
    getAccountId: {
        parameters: {
            query?: never;
            path: {
                account: components["parameters"]["accountId"];
            };
        };
        responses: {
            /** @description An account with its UUID. */
            200: {
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                    };
                };
            };
        };
    };
    listInstallIds: {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                offset?: components["parameters"]["offset"];
            };
            path?: never;
        };
        responses: {
            /** @description A page of WordPress installs. */
            200: {
                content: {
                    "application/json": {
                        previous: string | null;
                        next: string | null;
                        count: number;
                        results: {
                            id: string;
                            name: string;
                            account: {
                                id: string;
                            };
                        }[];
                    };
                };
            };
        };
    };
    getInstallId: {
        parameters: {
            query?: never;
            path: {
                install: components["parameters"]["installId"];
            };
        };
        responses: {
            /** @description A WordPress install with its UUID. */
            200: {
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        account: {
                            id: string;
                        };
                    };
                };
            };
        };
    };
    getAccountUsage: {
        parameters: {
            query?: {
                first_date?: components["parameters"]["first_date"];
                last_date?: components["parameters"]["last_date"];
                limit?: components["parameters"]["limit"];
                offset?: components["parameters"]["pageOffset"];
            };
            path: {
                account: components["parameters"]["accountId"];
            };
        };
        responses: {
            /** @description Disk usage and traffic of an account. */
            200: {
                content: {
                    "application/json": components["schemas"]["AccountUsage"];
                };
            };
        };
    };
    getInstallUsage: {
        parameters: {
            query?: {
                first_date?: components["parameters"]["first_date"];
                last_date?: components["parameters"]["last_date"];
            };
            path: {
                install: components["parameters"]["installId"];
            };
        };
        responses: {
            /** @description Disk usage and traffic of a WordPress install. */
            200: {
                content: {
                    "application/json": {
                        install_name: string;
                        metrics: components["schemas"]["DailyUsageMetrics"][];
                        metrics_rollup: components["schemas"]["UsageMetricsRollup"];
                        storage_refresh_expected_time: string | null;
                    };
                };
            };
        };
    };
    getAccountLimits: {
        parameters: {
            query?: never;
            path: {
                account: components["parameters"]["accountId"];
            };
        };
        responses: {
            /** @description The limits of the account, from the platform’s limits. */
            200: {
                content: {
                    "application/json": components["schemas"]["AccountLimits"];
                };
            };
        };
    };
    refreshAccountDiskUsage: {
        parameters: {
            query?: never;
            path: {
                account: components["parameters"]["accountId"];
            };
        };
        responses: {
            /** @description Done; the body is always null. */
            200: {
                content: {
                    "application/json": null;
                };
            };
        };
    };
    refreshInstallDiskUsage: {
        parameters: {
            query?: never;
            path: {
                install: components["parameters"]["installId"];
            };
        };
        responses: {
            /** @description Done; the body is always null. */
            200: {
                content: {
                    "application/json": null;
                };
            };
        };
    };
    listFaults: {
        parameters: {
            query?: never;
            path?: never;
        };
        responses: {
            /** @description All rules, in the order in which they were added. */
            200: {
                content: {
                    "application/json": {
                        rules: components["schemas"]["FaultRule"][];
                    };
                };
            };
        };
    };
    addFault: {
        parameters: {
            query?: never;
            path?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description `status`, `drop` and `reset` replace the request: nothing is done. `none` (only a delay), `truncate`, `drip` and `endless` let the request be handled and change the response. */
                    kind: "none" | "status" | "drop" | "reset" | "truncate" | "drip" | "endless";
                    /** @description Display name; generated if omitted. */
                    name?: string;
                    /** @description Pattern for the path without the query; `*` matches anything. */
                    path?: string;
                    /** @description In upper case; empty for all methods. */
                    method?: string;
                    /** @description A webhook action; empty for all requests. */
                    action?: "rebuild" | "cleanRebuild" | "purgeCache" | "";
                    /** @description Of kind `status`: from 200 to 599; else 0. */
                    status?: number;
                    retryAfterSeconds?: number | null;
                    /** @description Delay before the fault. */
                    latencyMs?: number;
                    /** @description Of kind `drip`: the pause between two bytes. */
                    dripMs?: number;
                    /** @description Of kinds `drop` and `reset`: how much of the request’s body is read first. */
                    afterBytes?: number;
                    /** @description The share of matching requests that the rule affects. */
                    probability?: number;
                    /** @description Seed of the random sequence. The same seed affects the same requests each time the rule is turned on. */
                    seed?: number;
                    count?: number | null;
                    /** @description Whether the rule is on. */
                    isOn?: boolean;
                };
            };
        };
        responses: {
            /** @description A fault rule. */
            201: {
                content: {
                    "application/json": components["schemas"]["FaultRule"];
                };
            };
        };
    };
    deleteFaults: {
        parameters: {
            query?: never;
            path?: never;
        };
        responses: {
            /** @description Done; no body. */
            204: {};
        };
    };
    turnAllFaultsOff: {
        parameters: {
            query?: never;
            path?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Always false. */
                    isOn: false;
                };
            };
        };
        responses: {
            /** @description All rules, in the order in which they were added. */
            200: {
                content: {
                    "application/json": {
                        rules: components["schemas"]["FaultRule"][];
                    };
                };
            };
        };
    };
    putFault: {
        parameters: {
            query?: never;
            path: {
                fault: components["parameters"]["fault"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Whether the rule is on. */
                    isOn: boolean;
                };
            };
        };
        responses: {
            /** @description A fault rule. */
            200: {
                content: {
                    "application/json": components["schemas"]["FaultRule"];
                };
            };
        };
    };
    deleteFault: {
        parameters: {
            query?: never;
            path: {
                fault: components["parameters"]["fault"];
            };
        };
        responses: {
            /** @description Done; no body. */
            204: {};
        };
    };
    changeFault: {
        parameters: {
            query?: never;
            path: {
                fault: components["parameters"]["fault"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Whether the rule is on. */
                    isOn: boolean;
                };
            };
        };
        responses: {
            /** @description A fault rule. */
            200: {
                content: {
                    "application/json": components["schemas"]["FaultRule"];
                };
            };
        };
    };
    listRequests: {
        parameters: {
            query?: {
                only?: components["parameters"]["only"];
                search?: components["parameters"]["search"];
                before?: components["parameters"]["before"];
                limit?: components["parameters"]["limit"];
            };
            path?: never;
        };
        responses: {
            /** @description Requests, newest first. */
            200: {
                content: {
                    "application/json": {
                        requests: components["schemas"]["JournalRequest"][];
                        counts: {
                            all: number;
                            errors: number;
                            faults: number;
                        };
                        isPaused: boolean;
                        /** @description How many requests the journal keeps at most. */
                        capacity: number;
                    };
                };
            };
        };
    };
    pauseRequests: {
        parameters: {
            query?: never;
            path?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Whether the journal is paused, so that requests are not recorded. */
                    isPaused: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                content: {
                    "application/json": {
                        /** @description Whether the journal is paused, so that requests are not recorded. */
                        isPaused: boolean;
                    };
                };
            };
        };
    };
    clearRequests: {
        parameters: {
            query?: never;
            path?: never;
        };
        responses: {
            /** @description Done; no body. */
            204: {};
        };
    };
    getRequest: {
        parameters: {
            query?: never;
            path: {
                number: components["parameters"]["number"];
            };
        };
        responses: {
            /** @description A request, redacted. */
            200: {
                content: {
                    "application/json": components["schemas"]["JournalRequest"];
                };
            };
        };
    };
    countMatchingRequests: {
        parameters: {
            query?: {
                path?: components["parameters"]["path"];
                method?: components["parameters"]["method"];
                action?: components["parameters"]["action"];
            };
            path?: never;
        };
        responses: {
            /** @description How many requests of the journal a fault rule would match. */
            200: {
                content: {
                    "application/json": {
                        matching: number;
                        all: number;
                    };
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            path?: never;
        };
        responses: {
            /** @description The platform is ready. */
            200: {
                content: {
                    "application/json": {
                        /** @description The store can be written, and every edge listens. */
                        status: "ok";
                        /** @description How many edges listen. */
                        environments: number;
                        /** @description How many fault rules are on. */
                        faultsOn: number;
                    };
                };
            };
        };
    };
    readOpenApi: {
        parameters: {
            query?: never;
            path?: never;
        };
        responses: {
            /** @description This document, OpenAPI 3.1. */
            200: {
                content: {
                    "application/json": {
                        openapi: "3.1.0";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    redeployBuild: {
        parameters: {
            query?: never;
            path: {
                account: components["parameters"]["account"];
                app: components["parameters"]["app"];
                environment: components["parameters"]["environment"];
                build: components["parameters"]["build"];
            };
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description A long-running operation that has begun. */
            200: {
                content: {
                    "application/json": components["schemas"]["StartedOperation"];
                };
            };
        };
    };
    cancelOperation: {
        parameters: {
            query?: never;
            path: {
                account: components["parameters"]["account"];
                app: components["parameters"]["app"];
                environment: components["parameters"]["environment"];
                operation: components["parameters"]["operation"];
            };
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    clearCache: {
        parameters: {
            query?: never;
            path: {
                account: components["parameters"]["account"];
                app: components["parameters"]["app"];
                environment: components["parameters"]["environment"];
            };
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    callWebhook: {
        parameters: {
            query?: never;
            path: {
                account: components["parameters"]["account"];
                app: components["parameters"]["app"];
                environment: components["parameters"]["environment"];
                action: components["parameters"]["webhookAction"];
            };
        };
        responses: {
            /** @description The operation of the build that was started or joined; `{}` after a purge. */
            200: {
                content: {
                    "application/json": components["schemas"]["StartedOperation"] | Record<string, never>;
                };
            };
        };
    };
}
