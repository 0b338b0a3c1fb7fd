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
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the regions
         * @description The region of an application is chosen when it is created.
         */
        get: operations["listRegions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{account}/apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the applications of an account
         * @description Without their environments, which listEnvironments returns.
         */
        get: operations["listApps"];
        put?: never;
        /**
         * Creates an application
         * @description The name is unique in the account. Neither the name nor the region can be changed later. The response has no body.
         */
        post: operations["createApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{account}/apps/{app}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reads an application
         * @description Without its environments, which listEnvironments returns.
         */
        get: operations["readApp"];
        put?: never;
        post?: never;
        /**
         * Deletes an application with all of its environments
         * @description Stops their applications and builds, and deletes their files.
         */
        delete: operations["deleteApp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{account}/apps/{app}/environments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the environments of an application
         * @description Each with its address and the state of its live application.
         */
        get: operations["listEnvironments"];
        put?: never;
        /**
         * Creates an environment
         * @description The returned operation is already done. The environment serves an application after the first upload.
         */
        post: operations["createEnvironment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{account}/apps/{app}/environments/{environment}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reads an environment
         * @description With its address and the state of its live application. Values of shell variables are never returned.
         */
        get: operations["readEnvironment"];
        put?: never;
        post?: never;
        /**
         * Deletes an environment
         * @description Stops its application and builds, and deletes its files.
         */
        delete: operations["deleteEnvironment"];
        options?: never;
        head?: never;
        /**
         * Changes the settings of an environment
         * @description Omitted fields stay unchanged. Another install or root directory takes effect with the next build.
         */
        patch: operations["changeEnvironment"];
        trace?: never;
    };
    "/v1/accounts/{account}/apps/{app}/environments/{environment}/shellVariables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replaces all shell variables
         * @description Values are write-only. The change takes effect with the next build.
         */
        put: operations["replaceShellVariables"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Sets and removes some shell variables
         * @description Values are write-only. The change takes effect with the next build.
         */
        patch: operations["changeShellVariables"];
        trace?: never;
    };
    "/fu/v1/accounts/{account}/apps/{app}/environments/{environment}:upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Uploads application code, which is then deployed
         * @description One form part named “repository” holds the zip. The response is sent when the zip is stored and its list of entries is checked. The operation reports the build.
         */
        post: operations["upload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{account}/apps/{app}/environments/{environment}/builds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the builds of an environment
         * @description Page by page. `nextPageToken` is empty on the last page.
         */
        get: operations["listBuilds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{account}/apps/{app}/environments/{environment}/builds/{build}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reads a build
         * @description `no_build` is the newest build of the environment.
         */
        get: operations["readBuild"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{account}/apps/{app}/environments/{environment}/builds/{build}/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reads a part of a build’s log
         * @description To follow a log, send the `nextOffset` of a response as `offset` of the next request.
         */
        get: operations["readBuildLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{account}/apps/{app}/environments/{environment}/operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the operations of an environment
         * @description Newest first, page by page. `nextPageToken` is empty on the last page.
         */
        get: operations["listOperations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{account}/apps/{app}/environments/{environment}/operations/{operation}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reads an operation
         * @description `no_build` is the newest operation of the environment; before the first build that is its creation, which is done at once.
         */
        get: operations["readOperation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_local/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the API user’s accounts
         * @description An API user with a role on the whole platform sees all accounts.
         */
        get: operations["listLocalAccounts"];
        put?: never;
        /**
         * Creates an account
         * @description The name cannot be changed later.
         */
        post: operations["createAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_local/installs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the WordPress installs of the API user’s accounts
         * @description An API user with a role on the whole platform sees all installs.
         */
        get: operations["listLocalInstalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_local/installs/{install}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Sets the URL of a WordPress install
         * @description A new install belongs to the given account. An existing one keeps its account.
         */
        put: operations["saveInstall"];
        post?: never;
        /**
         * Deletes a WordPress install that no environment is linked to
         * @description The files and the database of the WordPress site are kept.
         */
        delete: operations["deleteInstall"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_local/accounts/{account}/apps/{app}/environments/{environment}/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reads the webhook URLs
         * @description The response contains the token and must not be cached.
         */
        get: operations["readWebhooks"];
        put?: never;
        /**
         * Creates the webhook URLs, or returns the existing ones
         * @description The response contains the token and must not be cached.
         */
        post: operations["createWebhooks"];
        /**
         * Deletes the webhook URLs; they stop working
         * @description Calls of the URLs return 404. New URLs have another token.
         */
        delete: operations["deleteWebhooks"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_local/accounts/{account}/apps/{app}/environments/{environment}/webhooks/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reads the webhooks without their token
         * @description An API user with the role `read` may read it, unlike the URLs.
         */
        get: operations["readWebhookSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_local/accounts/{account}/apps/{app}/environments/{environment}/webhooks:regenerate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gives the webhook URLs a new token; the old URLs stop working at once
         * @description The response contains the token and must not be cached.
         */
        post: operations["regenerateWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_local/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reads who is signed in, and what every page needs
         * @description Also with HTTP Basic. `maxUploadBytes` and `hangTimeoutSeconds` are limits of the platform.
         */
        get: operations["readSession"];
        put?: never;
        /**
         * Signs an API user in, and sets the cookie of the session
         * @description The portal uses it. Other clients send HTTP Basic with each request.
         */
        post: operations["signIn"];
        /**
         * Ends the session, if there is one
         * @description The cookie is removed.
         */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_local/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reports which data is stale, as server-sent events
         * @description At most 4 events per second. Without an account, a change concerns all accounts, or one that is not known. The events contain no ids of accounts that the user does not belong to. Every 15 s, the session and the rights are checked.
         */
        get: operations["readEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_local/accounts/{account}/apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the applications of an account with all environments and what they serve
         * @description One request for what an overview shows: builds, application, cache and disk usage.
         */
        get: operations["listAppSummaries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_local/accounts/{account}/apps/{app}/environments/{environment}/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reads an environment with what it serves
         * @description One request for what an overview shows: builds, application, cache and disk usage.
         */
        get: operations["readEnvironmentSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_local/accounts/{account}/apps/{app}/environments/{environment}/cache": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reads the statistics of the edge cache
         * @description With the reasons why responses were not cached.
         */
        get: operations["readCache"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_local/accounts/{account}/apps/{app}/environments/{environment}/cache/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the cache groups with the most stored responses
         * @description A response names its groups in `Cache-Groups` (RFC 9875) or `Cache-Tag`. A response counts also after one of its other groups was invalidated, until it is requested again.
         */
        get: operations["listCacheGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_local/accounts/{account}/apps/{app}/environments/{environment}/variables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reads the keys of the shell variables, and which ones the live release does not have
         * @description Values of shell variables are never returned. The variables that the platform sets are listed too.
         */
        get: operations["readVariables"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_local/accounts/{account}/apps/{app}/environments/{environment}/output": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reads a part of the output of the live application
         * @description The output is limited: at the limit, the log is rotated, and the new log starts at offset 0. An offset beyond its end reads from the start.
         */
        get: operations["readOutput"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_local/accounts/{account}/apps/{app}/environments/{environment}/cache/groups/invalidate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invalidates the stored responses of a cache group
         * @description The same as `Cache-Group-Invalidation` (RFC 9875) on the response of the application to an unsafe request. Returns the statistics of the cache; the last of `invalidations` is this one.
         */
        post: operations["invalidateCacheGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_local/accounts/{account}/apps/{app}/environments/{environment}/builds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Builds the live code again, or joins the queued build
         * @description `cleanRebuild` does not use the files of earlier builds. While a build runs, further requests share one queued build.
         */
        post: operations["startBuild"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_local/accounts/{account}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reads the disk usage of an account by environment and install
         * @description The last 30 days if no days are given.
         */
        get: operations["readDiskUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_local/accounts/{account}/usage/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Measures the disk usage of an account
         * @description Returns immediately, with the expected time. Requests until then join the measurement.
         */
        post: operations["refreshDiskUsage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_local/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the API users
         * @description Passwords are stored as hashes and are never returned.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Creates an API user
         * @description If the password is omitted, it is generated and returned once.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_local/users/{user}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Deletes an API user and ends its sessions
         * @description The last user with the role `write` cannot be deleted.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_local/users/{user}/role": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Changes an API user’s role on the whole platform
         * @description The last user with the role `write` cannot lose it.
         */
        put: operations["setUserRole"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_local/users/{user}/accounts/{account}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Gives an API user a role in an account
         * @description Replaces the role that the user has in the account.
         */
        put: operations["setUserAccount"];
        post?: never;
        /**
         * Removes an API user from an account
         * @description The role on the whole platform stays.
         */
        delete: operations["removeUserAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_local/users/{user}/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Changes the password of an API user
         * @description Its sessions and one-time links end.
         */
        put: operations["setUserPassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the accounts with their UUIDs
         * @description The usage API identifies accounts by their UUIDs.
         */
        get: operations["listAccountIds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{account}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shows an account
         * @description The name is the one in the paths of the other routes.
         */
        get: operations["getAccountId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/installs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the WordPress installs with their UUIDs
         * @description The usage API identifies installs by their UUIDs.
         */
        get: operations["listInstallIds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/installs/{install}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shows a WordPress install
         * @description With the UUID of its account.
         */
        get: operations["getInstallId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{account}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reads the disk usage and traffic of an account
         * @description By install and environment, for each day (UTC). Send both dates, or none for the last 30 days.
         */
        get: operations["getAccountUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/installs/{install}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reads the disk usage and traffic of an install
         * @description With the environments that are linked to it, for each day (UTC). Send both dates, or none for the last 30 days.
         */
        get: operations["getInstallUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{account}/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reads the limits of an account
         * @description The platform’s settings, the same for all accounts. They are not enforced.
         */
        get: operations["getAccountLimits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{account}/usage/refresh_disk_usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Measures the disk usage of an account
         * @description Returns immediately. `account_storage_refresh_expected_time` of the account’s usage says when the measurement is expected to end. Requests until then join the measurement.
         */
        post: operations["refreshAccountDiskUsage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/installs/{install}/usage/refresh_disk_usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Measures the disk usage of an install
         * @description As for an account, with the environments that are linked to the install.
         */
        post: operations["refreshInstallDiskUsage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_local/faults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the fault rules
         * @description The first enabled rule that matches a request applies.
         */
        get: operations["listFaults"];
        put?: never;
        /**
         * Adds a fault rule at the end
         * @description The rule is on unless `isOn` is false.
         */
        post: operations["addFault"];
        /**
         * Deletes all fault rules
         * @description Requests are handled without faults again.
         */
        delete: operations["deleteFaults"];
        options?: never;
        head?: never;
        /**
         * Turns all fault rules off
         * @description The rules are kept.
         */
        patch: operations["turnAllFaultsOff"];
        trace?: never;
    };
    "/_local/faults/{fault}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Turns a fault rule on or off
         * @description Turning a rule on resets its counter and its random sequence.
         */
        put: operations["putFault"];
        post?: never;
        /**
         * Deletes a fault rule
         * @description Turning a rule off keeps it.
         */
        delete: operations["deleteFault"];
        options?: never;
        head?: never;
        /**
         * Turns a fault rule on or off
         * @description Turning a rule on resets its counter and its random sequence.
         */
        patch: operations["changeFault"];
        trace?: never;
    };
    "/_local/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the last requests to the API and the webhooks
         * @description Tokens, passwords and values of shell variables are redacted.
         */
        get: operations["listRequests"];
        /**
         * Pauses or resumes the journal
         * @description While it is paused, requests are handled but not recorded.
         */
        put: operations["pauseRequests"];
        post?: never;
        /**
         * Clears the journal
         * @description Later requests are recorded unless the journal is paused.
         */
        delete: operations["clearRequests"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_local/requests/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reads a request of the journal
         * @description The journal keeps only the newest requests, and is empty after a restart.
         */
        get: operations["getRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_local/requests/matches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Counts the requests of the journal that a fault rule would match
         * @description For a rule that is not stored yet. Omitted fields match every request.
         */
        get: operations["countMatchingRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_local/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reports whether the platform is ready
         * @description Ready means: the database can be written and read, every environment has its port, no live build lacks its files, and all live applications run again.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reads this document
         * @description It is generated from the schemas that validate the requests.
         */
        get: operations["readOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{account}/apps/{app}/environments/{environment}/builds/{build}:redeploy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeploys the source of an earlier build
         * @description Uses the current shell variables and install. Once it is live, rebuilds use this source.
         */
        post: operations["redeployBuild"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{account}/apps/{app}/environments/{environment}/operations/{operation}:cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancels the build of an operation that is not live yet
         * @description If the build was replaced by a later one, that one is canceled.
         */
        post: operations["cancelOperation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{account}/apps/{app}/environments/{environment}:clearCache": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Purges the edge cache of an environment
         * @description The same as the webhook purgeCache.
         */
        post: operations["clearCache"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wh/v1/accounts/{account}/apps/{app}/environments/{environment}/webhooks/webhook:{action}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Triggers an action of an environment
         * @description The request body is ignored. Only the token authorizes the call. While a build runs, further calls share one queued build. A wrong, missing or replaced token returns 403, a deleted set 404, a rebuild before the first upload 422.
         */
        post: operations["callWebhook"];
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
        /** @description An error with its message. */
        Error: {
            /** @description A message for users: what happened and what to do. */
            message: string;
            /**
             * @description The name of the invalid field; in a list with its place, such as `shellVariables.0.key`. Only on this platform.
             * @example displayName
             */
            field?: string;
            documentation_url?: string;
        };
        /** @description An application. */
        App: {
            /**
             * @description Resource name.
             * @example accounts/acme/apps/shop
             */
            name: string;
            /** @example shop */
            appId: string;
            /** @enum {string} */
            region: "regions/US-C" | "regions/AUS-SE" | "regions/UK" | "regions/EU-W";
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-11-21T08:00:00.000Z
             */
            createTime: string;
            repository: {
                displayName: string;
                name: string;
                provider: string;
            };
            uploadable: Record<string, never>;
        };
        Application: {
            /**
             * @description `starting`: after a start of the platform. `unresponsive`: it runs and answers no request. `down`: it ended and is started again.
             * @enum {string}
             */
            state: "up" | "starting" | "unresponsive" | "down";
            /**
             * Format: date-time
             * @description When it entered this state.
             * @example 2026-11-21T08:00:00.000Z
             */
            since: string;
            /** @description The last lines that it printed, while it is down or unresponsive; else empty. */
            lastOutput: string;
            /** @description Number of restarts since this release went live or the platform started. */
            restarts: number;
            /** @description The last exit, failed start, or stop because of no response. */
            lastExit: {
                /**
                 * Format: date-time
                 * @description When it ended.
                 * @example 2026-11-21T08:00:00.000Z
                 */
                time: string;
                /** @description Exit code, or null. */
                code: number | null;
                /**
                 * @description The signal that ended it, or null.
                 * @example SIGKILL
                 */
                signal: string | null;
                /** @example The application ended with code 1 */
                reason: string;
            } | null;
        };
        /** @description An environment. */
        Environment: {
            /**
             * @description Resource name; it ends in the id.
             * @example accounts/acme/apps/shop/environments/0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55
             */
            name: string;
            /** @example Production */
            displayName: string;
            /** @example uploadable */
            branch: string;
            /** @description Resource name of the newest build, or empty. */
            build: string;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-11-21T08:00:00.000Z
             */
            createTime: string;
            domains: string[];
            /** @description Whether a build is queued or running. */
            reconciling: boolean;
            /**
             * @description The folder of the source that is built and started; empty for the top folder.
             * @example apps/web
             */
            rootDirectory: string;
            /**
             * @description Name of the linked WordPress install, or empty.
             * @example blog
             */
            wpEnvironment: string;
            /** @description Without their values, which are never shown. */
            shellVariables: {
                /** @example API_KEY */
                key: string;
                /**
                 * Format: date-time
                 * @description When it was set last.
                 * @example 2026-11-21T08:00:00.000Z
                 */
                setTime: string;
            }[];
            /** @description Whether a deployment purges the edge cache. */
            purgeOnDeploy: boolean;
            /** @description State of the live application, or null. Only on this platform. */
            application: components["schemas"]["Application"] | null;
        };
        /** @description A long-running operation that has begun. */
        StartedOperation: {
            /**
             * @description Resource name; its id may be the word `no_build`.
             * @example accounts/acme/apps/shop/environments/0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55/operations/no_build
             */
            name: string;
            metadata: {
                /** @constant */
                "@type": "type.googleapis.com/wpengine.js.apps.v1.UpdateEnvironmentMetadata";
                /** @description Resource name of the build; may end in `no_build`. */
                build: string;
                /**
                 * @description Always empty.
                 * @constant
                 */
                deployment: "";
            };
            /** @constant */
            done: false;
        };
        /** @description A build. */
        Build: {
            /** @description Resource name. */
            name: string;
            archived: boolean;
            /** @example uploadable */
            branch: string;
            /**
             * @description The message of the upload, or empty.
             * @example Fix the header
             */
            commitMessage: string;
            /**
             * @description Uploads have no commit.
             * @constant
             */
            commitSha: "";
            /**
             * Format: date-time
             * @description When it was requested.
             * @example 2026-11-21T08:00:00.000Z
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it started; absent until then.
             * @example 2026-11-21T08:00:00.000Z
             */
            startTime?: string;
            /**
             * Format: date-time
             * @description When it ended; absent until then.
             * @example 2026-11-21T08:00:00.000Z
             */
            finishTime?: string;
            /**
             * @description Only on this platform. `succeeded` was live and was replaced; `superseded` was merged into a later build.
             * @enum {string}
             */
            state: "queued" | "building" | "deploying" | "live" | "succeeded" | "failed" | "cancelled" | "superseded";
            /**
             * @description Only on this platform. `redeploy` builds the source of an earlier build.
             * @enum {string}
             */
            trigger: "upload" | "rebuild" | "cleanRebuild" | "redeploy";
            /** @description Only on this platform: 1, 2, 3 … per environment. */
            number: number;
            /**
             * @description Only on this platform: display text.
             * @example upload by sam
             */
            startedBy: string;
            /** @description Only on this platform: number of calls merged into this build. */
            absorbed: number;
            /** @description Only on this platform: empty, or the cause and the next step. */
            error: string;
            /** @description Only on this platform: the steps that started. */
            steps: {
                /** @enum {string} */
                name: "unpack" | "install" | "build" | "start" | "health" | "live";
                /** @enum {string} */
                state: "running" | "done" | "failed" | "skipped";
                /**
                 * Format: date-time
                 * @description When it started.
                 * @example 2026-11-21T08:00:00.000Z
                 */
                startTime: string;
                /**
                 * Format: date-time
                 * @description When it ended; absent until then.
                 * @example 2026-11-21T08:00:00.000Z
                 */
                finishTime?: string;
            }[];
            /** @description Only on this platform: resource name of its operation. */
            operation: string;
            /**
             * @description Only on this platform: the median duration of the last five builds that went live by the same action, or null.
             * @example 41000
             */
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
            /**
             * @description Resource name; its id may be the word `no_build`.
             * @example accounts/acme/apps/shop/environments/0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55/operations/no_build
             */
            name: string;
            metadata: {
                /** @constant */
                "@type": "type.googleapis.com/wpengine.js.apps.v1.UpdateEnvironmentMetadata";
                /** @description Resource name of the build; may end in `no_build`. */
                build: string;
                /**
                 * @description Always empty.
                 * @constant
                 */
                deployment: "";
            };
            /** @constant */
            done: true;
            response: components["schemas"]["Environment"];
        } | {
            /**
             * @description Resource name; its id may be the word `no_build`.
             * @example accounts/acme/apps/shop/environments/0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55/operations/no_build
             */
            name: string;
            metadata: {
                /** @constant */
                "@type": "type.googleapis.com/wpengine.js.apps.v1.UpdateEnvironmentMetadata";
                /** @description Resource name of the build; may end in `no_build`. */
                build: string;
                /**
                 * @description Always empty.
                 * @constant
                 */
                deployment: "";
            };
            /** @constant */
            done: true;
            error: {
                /** @description A code of google.rpc.Code. */
                code: number;
                message: string;
            };
        };
        /** @description An account. */
        Account: {
            /** @example acme */
            name: string;
            /**
             * Format: uuid
             * @description The id that the usage API uses.
             */
            id: string;
        };
        /** @description A WordPress install. */
        Install: {
            /**
             * Format: uuid
             * @description The id that the usage API uses.
             */
            id: string;
            /** @example acme */
            accountName: string;
            /** @example blog */
            name: string;
            /**
             * @description Empty if unknown.
             * @example http://127.0.0.1:8888
             */
            url: string;
            /** @description The environments that are linked to it, of the API user’s accounts. */
            environments: {
                /** @description A UUID. */
                id: string;
                /** @example acme */
                accountName: string;
                /** @example shop */
                appId: string;
                /** @example Production */
                displayName: string;
            }[];
        };
        /** @description The set of webhook URLs. */
        WebhookSet: {
            /**
             * Format: uri
             * @description The full URL with its token: a secret.
             */
            rebuild: string;
            /**
             * Format: uri
             * @description The full URL with its token: a secret.
             */
            cleanRebuild: string;
            /**
             * Format: uri
             * @description The full URL with its token: a secret.
             */
            purgeCache: string;
            /**
             * Format: date-time
             * @description When the token was created.
             * @example 2026-11-21T08:00:00.000Z
             */
            createTime: string;
            createdBy: string;
            /** @description The last call per action, rejected calls included. */
            lastCalls: {
                rebuild?: {
                    /**
                     * Format: date-time
                     * @description When it came.
                     * @example 2026-11-21T08:00:00.000Z
                     */
                    at: string;
                    status: number;
                    /** @description A short reason if the call was rejected, else empty. */
                    reason: string;
                };
                cleanRebuild?: {
                    /**
                     * Format: date-time
                     * @description When it came.
                     * @example 2026-11-21T08:00:00.000Z
                     */
                    at: string;
                    status: number;
                    /** @description A short reason if the call was rejected, else empty. */
                    reason: string;
                };
                purgeCache?: {
                    /**
                     * Format: date-time
                     * @description When it came.
                     * @example 2026-11-21T08:00:00.000Z
                     */
                    at: string;
                    status: number;
                    /** @description A short reason if the call was rejected, else empty. */
                    reason: string;
                };
            };
        };
        /** @description The webhooks of an environment, without their token. */
        WebhookSummary: {
            exists: boolean;
            /** @description Null if there are none. */
            createTime: string | null;
            /** @description Empty if there are none. */
            createdBy: string;
            /**
             * @description The last four characters of the token, or empty.
             * @example x7Q=
             */
            tokenEnd: string;
            /** @description The last call per action, rejected calls included. */
            lastCalls: {
                rebuild?: {
                    /**
                     * Format: date-time
                     * @description When it came.
                     * @example 2026-11-21T08:00:00.000Z
                     */
                    at: string;
                    status: number;
                    /** @description A short reason if the call was rejected, else empty. */
                    reason: string;
                };
                cleanRebuild?: {
                    /**
                     * Format: date-time
                     * @description When it came.
                     * @example 2026-11-21T08:00:00.000Z
                     */
                    at: string;
                    status: number;
                    /** @description A short reason if the call was rejected, else empty. */
                    reason: string;
                };
                purgeCache?: {
                    /**
                     * Format: date-time
                     * @description When it came.
                     * @example 2026-11-21T08:00:00.000Z
                     */
                    at: string;
                    status: number;
                    /** @description A short reason if the call was rejected, else empty. */
                    reason: string;
                };
            };
        };
        /** @description The user who is signed in, and what every page needs. */
        Session: {
            /**
             * @description ID of the API user.
             * @example sam
             */
            user: string;
            /** @description Display name; may be empty. */
            name: string;
            /**
             * @description The role on the whole platform; `none`: only in the listed accounts.
             * @enum {string}
             */
            role: "none" | "read" | "write";
            /** @description The accounts that the user sees. */
            accounts: {
                /** @example acme */
                name: string;
                /**
                 * Format: uuid
                 * @description The id that the usage API uses.
                 */
                id: string;
                /**
                 * @description The role that applies there.
                 * @enum {string}
                 */
                role: "read" | "write";
            }[];
            /**
             * Format: date-time
             * @description The time of the platform.
             * @example 2026-11-21T08:00:00.000Z
             */
            now: string;
            /**
             * @description Maximum size of an uploaded zip.
             * @example 104857600
             */
            maxUploadBytes: number;
            /**
             * @description How long an application may answer no request before it is restarted; 0: it is not restarted.
             * @example 60
             */
            hangTimeoutSeconds: number;
            /** @description Number of fault rules that are on. */
            faultsOn: number;
            /**
             * @description The command that starts this platform.
             * @example npm start
             */
            startCommand: string;
        };
        /** @description Data that is stale. */
        StaleData: {
            /**
             * @description `log`: the log of a build. `output`: the output of the application. `cache`: the statistics of the edge cache. `environments`: settings, variables, or the state of the application. `requests`: the journal.
             * @enum {string}
             */
            topic: "accounts" | "users" | "installs" | "apps" | "environments" | "builds" | "log" | "output" | "webhooks" | "cache" | "usage" | "faults" | "requests";
            /**
             * @description Name of the account; absent if it is not known.
             * @example acme
             */
            account?: string;
            /** @description Id of the environment. */
            environment?: string;
            /** @description Id of the build. */
            build?: string;
        };
        /** @description An event: its name, and its data, which is JSON. */
        ServerEvent: {
            /** @constant */
            event: "hello";
            data: {
                /**
                 * Format: uuid
                 * @description Another one after each start.
                 */
                instance: string;
            };
        } | {
            /** @constant */
            event: "stale";
            data: {
                changes: components["schemas"]["StaleData"][];
            };
        } | {
            /** @constant */
            event: "signed-out";
            data: Record<string, never>;
        };
        /** @description An environment with what it serves and what happens to it. */
        EnvironmentSummary: {
            /** @description A UUID. */
            id: string;
            /** @example acme */
            accountName: string;
            /** @example shop */
            appId: string;
            /** @enum {string} */
            region: "regions/US-C" | "regions/AUS-SE" | "regions/UK" | "regions/EU-W";
            /** @example Production */
            displayName: string;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-11-21T08:00:00.000Z
             */
            createTime: string;
            /**
             * @description Where visitors find it, once a build was live.
             * @example http://localhost:8890
             */
            url: string;
            /** @description The linked WordPress install. */
            install: {
                /** @example blog */
                name: string;
                /**
                 * @description Empty if it is not known.
                 * @example http://127.0.0.1:8888
                 */
                url: string;
            };
            /** @example apps/web */
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
                /**
                 * Format: date-time
                 * @description When it was measured.
                 * @example 2026-11-21T08:00:00.000Z
                 */
                measureTime: string;
            } | null;
        };
        /** @description An application. */
        AppSummary: {
            /** @example shop */
            appId: string;
            /** @enum {string} */
            region: "regions/US-C" | "regions/AUS-SE" | "regions/UK" | "regions/EU-W";
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-11-21T08:00:00.000Z
             */
            createTime: string;
            environments: components["schemas"]["EnvironmentSummary"][];
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
                /**
                 * Format: date-time
                 * @description Start of the minute.
                 * @example 2026-11-21T08:00:00.000Z
                 */
                at: string;
                hits: number;
                misses: number;
            }[];
            /** @description Of the last hour, oldest first. */
            purges: {
                /**
                 * Format: date-time
                 * @description When it was purged.
                 * @example 2026-11-21T08:00:00.000Z
                 */
                at: string;
                /**
                 * @example with build 42
                 * @example sam
                 */
                by: string;
                /** @description Stored responses that it removed. */
                entries: number;
            }[];
            /** @description Invalidations of cache groups in the last hour, oldest first. */
            invalidations: {
                /**
                 * Format: date-time
                 * @description When it happened.
                 * @example 2026-11-21T08:00:00.000Z
                 */
                at: string;
                /**
                 * @example by POST /api/refresh
                 * @example by sam
                 */
                by: string;
                /** @description Number of invalidated groups. */
                total: number;
                /** @description The first 10 of them, with the stored responses that they had. */
                groups: {
                    /** @example post-123 */
                    name: string;
                    /** @description Stored responses in this group. */
                    entries: number;
                }[];
            }[];
            /** @description Of the last hour, the most frequent first. */
            notCached: {
                /** @description Without its query. */
                path: string;
                /** @example The response sets a cookie (Set-Cookie) */
                reason: string;
                requests: number;
            }[];
        };
        /** @description The cache groups of the responses in an edge cache. */
        CacheGroupList: {
            /** @description Number of groups that match the filter. */
            total: number;
            /** @description The 20 largest of them. */
            groups: {
                /** @example post-123 */
                name: string;
                /** @description Stored responses in this group. */
                entries: number;
            }[];
        };
        /** @description The variables of an environment, without the values of its shell variables. */
        Variables: {
            /** @description The shell variables. */
            variables: {
                /** @example API_KEY */
                key: string;
                /**
                 * Format: date-time
                 * @description When it was set last.
                 * @example 2026-11-21T08:00:00.000Z
                 */
                setTime: string;
                /** @description Whether its value is not used, because the platform sets this variable. */
                isReserved: boolean;
            }[];
            /** @description Number of the live build, or null. */
            live: number | null;
            /** @description What is not as in the live release, until the next build is live. */
            waiting: {
                /** @example API_KEY */
                key: string;
                /** @enum {string} */
                change: "added" | "changed" | "deleted";
            }[];
            /** @description Number of the queued or running build that uses the current variables, or null. */
            comingBuild: number | null;
            /** @description The variables that the platform sets. */
            platformVariables: {
                /** @example API_KEY */
                key: string;
                /** @description Null if it is not known before the build, or not set. */
                value: string | null;
                /**
                 * @description Whether builds, the application or both get it.
                 * @enum {string}
                 */
                phase: "build" | "run" | "both";
                /** @description Whether a shell variable replaces it. */
                isDefault: boolean;
            }[];
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
                /** @example shop */
                appId: string;
                /** @example Production */
                displayName: string;
                /**
                 * @description Name of the linked install.
                 * @example blog
                 */
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
                days: {
                    /** Format: date */
                    date: string;
                    /** @description Null if it was not measured. */
                    fileBytes: number | null;
                    /** @description Of the WordPress install; null if it is not on this machine. */
                    databaseBytes: number | null;
                }[];
            }[];
            /** @description The WordPress installs, each with all environments that are linked to it. */
            installs: {
                /** @example blog */
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
                days: {
                    /** Format: date */
                    date: string;
                    /** @description Null if it was not measured. */
                    fileBytes: number | null;
                    /** @description Of the WordPress install; null if it is not on this machine. */
                    databaseBytes: number | null;
                }[];
            }[];
        };
        /** @description An API user. */
        ApiUser: {
            /** @example ci */
            id: string;
            /** @description Display name; may be empty. */
            name: string;
            /**
             * @description The role on the whole platform: all accounts, API users, faults and the journal. `none`: only the listed accounts.
             * @enum {string}
             */
            role: "none" | "read" | "write";
            /** @description The user’s accounts, with the role in each. */
            accounts: {
                account: string;
                /**
                 * @description `read` may look, `write` may change things too.
                 * @enum {string}
                 */
                role: "read" | "write";
            }[];
            /**
             * Format: date-time
             * @description When the user was created.
             * @example 2026-11-21T08:00:00.000Z
             */
            createTime: string;
            /** @description Who created it. */
            createdBy: string;
        };
        /** @description One day; null for values that were not measured. */
        DailyUsageMetrics: {
            /**
             * @description The day, in UTC.
             * @example 2026-11-21
             */
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
            /** @example 4096 */
            average: string;
            /** @example 4096 */
            sum: string;
        };
        /** @description The last measurement; null if there was none. It has no `average` and no `sum`. */
        StorageRollup: {
            latest: {
                /**
                 * @description The day.
                 * @example 2026-11-21
                 */
                date: string;
                /** @example 4096 */
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
            /**
             * @description Number of environments on all pages.
             * @example 3
             */
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
            /**
             * @description Display name; generated if omitted.
             * @example Busy webhooks
             */
            name: string;
            /**
             * @description Pattern for the path without the query; `*` matches anything.
             * @example /wh/v1/*
             */
            path: string;
            /**
             * @description In upper case; empty for all methods.
             * @example POST
             */
            method: string;
            /**
             * @description A webhook action; empty for all requests.
             * @enum {string}
             */
            action: "rebuild" | "cleanRebuild" | "purgeCache" | "";
            /**
             * @description `status`, `drop` and `reset` replace the request: nothing is done. `none` (only a delay), `truncate`, `drip` and `endless` let the request be handled and change the response.
             * @example status
             * @enum {string}
             */
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
            /** @description When it came, RFC 3339. */
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
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Error = components['schemas']['Error'];
export type App = components['schemas']['App'];
export type Application = components['schemas']['Application'];
export type Environment = components['schemas']['Environment'];
export type StartedOperation = components['schemas']['StartedOperation'];
export type Build = components['schemas']['Build'];
export type LogPart = components['schemas']['LogPart'];
export type Operation = components['schemas']['Operation'];
export type Account = components['schemas']['Account'];
export type Install = components['schemas']['Install'];
export type WebhookSet = components['schemas']['WebhookSet'];
export type WebhookSummary = components['schemas']['WebhookSummary'];
export type Session = components['schemas']['Session'];
export type StaleData = components['schemas']['StaleData'];
export type ServerEvent = components['schemas']['ServerEvent'];
export type EnvironmentSummary = components['schemas']['EnvironmentSummary'];
export type AppSummary = components['schemas']['AppSummary'];
export type CacheReport = components['schemas']['CacheReport'];
export type CacheGroupList = components['schemas']['CacheGroupList'];
export type Variables = components['schemas']['Variables'];
export type DiskUsage = components['schemas']['DiskUsage'];
export type ApiUser = components['schemas']['ApiUser'];
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
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All regions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        regions: {
                            /** @enum {string} */
                            name: "regions/US-C" | "regions/AUS-SE" | "regions/UK" | "regions/EU-W";
                            displayName: string;
                        }[];
                    };
                };
            };
            /** @description Any other error. */
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
    listApps: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the account.
                 * @example acme
                 */
                account: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All applications of the account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        apps: components["schemas"]["App"][];
                    };
                };
            };
            /** @description Any other error. */
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
    createApp: {
        parameters: {
            query: {
                /**
                 * @description Name of the new application, unique in its account.
                 * @example shop
                 */
                appId: string;
            };
            header?: never;
            path: {
                /**
                 * @description Name of the account.
                 * @example acme
                 */
                account: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The region. It cannot be changed later.
                     * @example regions/US-C
                     * @enum {string}
                     */
                    region: "regions/US-C" | "regions/AUS-SE" | "regions/UK" | "regions/EU-W";
                    /** @description Always an empty object: the application is uploaded. */
                    uploadable: Record<string, never>;
                };
            };
        };
        responses: {
            /** @description Done; no body. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other error. */
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
    readApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the account.
                 * @example acme
                 */
                account: string;
                /**
                 * @description Name of the application.
                 * @example shop
                 */
                app: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An application. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["App"];
                };
            };
            /** @description Any other error. */
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
    deleteApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the account.
                 * @example acme
                 */
                account: string;
                /**
                 * @description Name of the application.
                 * @example shop
                 */
                app: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other error. */
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
    listEnvironments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the account.
                 * @example acme
                 */
                account: string;
                /**
                 * @description Name of the application.
                 * @example shop
                 */
                app: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All environments of the application. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        environments: components["schemas"]["Environment"][];
                    };
                };
            };
            /** @description Any other error. */
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
    createEnvironment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the account.
                 * @example acme
                 */
                account: string;
                /**
                 * @description Name of the application.
                 * @example shop
                 */
                app: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Display name of the environment.
                     * @example Production
                     */
                    displayName: string;
                    /**
                     * @description Fixed for uploaded applications.
                     * @example uploadable
                     * @enum {string}
                     */
                    branch: "uploadable";
                    /**
                     * @description Name of the WordPress install that the environment connects to. On the local platform, empty for none.
                     * @example blog
                     */
                    wpEnvironment: string;
                    /**
                     * @description The folder of the source that is built and started; empty for the top folder.
                     * @example apps/web
                     */
                    rootDirectory?: string;
                    shellVariables?: {
                        /**
                         * @description Name of the shell variable.
                         * @example API_KEY
                         */
                        key: string;
                        /**
                         * @description At most 32768 bytes, without NUL. Write-only.
                         * @example a secret
                         */
                        value: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description A long-running operation that has begun. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedOperation"];
                };
            };
            /** @description Any other error. */
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
    readEnvironment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the account.
                 * @example acme
                 */
                account: string;
                /**
                 * @description Name of the application.
                 * @example shop
                 */
                app: string;
                /**
                 * @description Id of the environment, a UUID.
                 * @example 0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55
                 */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An environment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Environment"];
                };
            };
            /** @description Any other error. */
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
    deleteEnvironment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the account.
                 * @example acme
                 */
                account: string;
                /**
                 * @description Name of the application.
                 * @example shop
                 */
                app: string;
                /**
                 * @description Id of the environment, a UUID.
                 * @example 0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55
                 */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other error. */
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
    changeEnvironment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the account.
                 * @example acme
                 */
                account: string;
                /**
                 * @description Name of the application.
                 * @example shop
                 */
                app: string;
                /**
                 * @description Id of the environment, a UUID.
                 * @example 0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55
                 */
                environment: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Name of the WordPress install that the environment connects to. On the local platform, empty for none.
                     * @example blog
                     */
                    wpEnvironment?: string;
                    /**
                     * @description The folder of the source that is built and started; empty for the top folder.
                     * @example apps/web
                     */
                    rootDirectory?: string;
                    /** @description Whether a deployment purges the edge cache. */
                    purgeOnDeploy?: boolean;
                };
            };
        };
        responses: {
            /** @description An environment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Environment"];
                };
            };
            /** @description Any other error. */
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
    replaceShellVariables: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the account.
                 * @example acme
                 */
                account: string;
                /**
                 * @description Name of the application.
                 * @example shop
                 */
                app: string;
                /**
                 * @description Id of the environment, a UUID.
                 * @example 0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55
                 */
                environment: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    shellVariables: {
                        /**
                         * @description Name of the shell variable.
                         * @example API_KEY
                         */
                        key: string;
                        /**
                         * @description At most 32768 bytes, without NUL. Write-only.
                         * @example a secret
                         */
                        value: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description An environment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Environment"];
                };
            };
            /** @description Any other error. */
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
    changeShellVariables: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the account.
                 * @example acme
                 */
                account: string;
                /**
                 * @description Name of the application.
                 * @example shop
                 */
                app: string;
                /**
                 * @description Id of the environment, a UUID.
                 * @example 0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55
                 */
                environment: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    set?: {
                        /**
                         * @description Name of the shell variable.
                         * @example API_KEY
                         */
                        key: string;
                        /**
                         * @description At most 32768 bytes, without NUL. Write-only.
                         * @example a secret
                         */
                        value: string;
                    }[];
                    remove?: string[];
                };
            };
        };
        responses: {
            /** @description An environment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Environment"];
                };
            };
            /** @description Any other error. */
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
    upload: {
        parameters: {
            query?: {
                /**
                 * @description What is new in this code. Only on this platform; shown with the build.
                 * @example Fix the header
                 */
                message?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Name of the account.
                 * @example acme
                 */
                account: string;
                /**
                 * @description Name of the application.
                 * @example shop
                 */
                app: string;
                /**
                 * @description Id of the environment, a UUID.
                 * @example 0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55
                 */
                environment: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The zip of the application code, with package.json in its top folder or its only folder.
                     */
                    repository: string;
                };
            };
        };
        responses: {
            /** @description A long-running operation that has begun. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedOperation"];
                };
            };
            /** @description Any other error. */
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
    listBuilds: {
        parameters: {
            query?: {
                /** @description Maximum number of items in the response. */
                pageSize?: number;
                /** @description The nextPageToken of the previous page; omitted or empty for the first page. */
                pageToken?: string;
                /** @description Newest or oldest first. */
                orderBy?: "createTime desc" | "createTime" | "createTime asc";
            };
            header?: never;
            path: {
                /**
                 * @description Name of the account.
                 * @example acme
                 */
                account: string;
                /**
                 * @description Name of the application.
                 * @example shop
                 */
                app: string;
                /**
                 * @description Id of the environment, a UUID.
                 * @example 0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55
                 */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of builds. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        builds: components["schemas"]["Build"][];
                        /** @description The pageToken of the next page; empty on the last one. */
                        nextPageToken: string;
                    };
                };
            };
            /** @description Any other error. */
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
    readBuild: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the account.
                 * @example acme
                 */
                account: string;
                /**
                 * @description Name of the application.
                 * @example shop
                 */
                app: string;
                /**
                 * @description Id of the environment, a UUID.
                 * @example 0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55
                 */
                environment: string;
                /**
                 * @description Id of the build, a UUID; or its number; or `no_build` for the newest one.
                 * @example no_build
                 */
                build: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A build. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Build"];
                };
            };
            /** @description Any other error. */
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
    readBuildLog: {
        parameters: {
            query?: {
                /** @description The nextOffset of the previous part; 0 for the beginning. */
                offset?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Name of the account.
                 * @example acme
                 */
                account: string;
                /**
                 * @description Name of the application.
                 * @example shop
                 */
                app: string;
                /**
                 * @description Id of the environment, a UUID.
                 * @example 0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55
                 */
                environment: string;
                /**
                 * @description Id of the build, a UUID; or its number; or `no_build` for the newest one.
                 * @example no_build
                 */
                build: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A part of a log. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogPart"];
                };
            };
            /** @description Any other error. */
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
    listOperations: {
        parameters: {
            query?: {
                /** @description Maximum number of items in the response. */
                pageSize?: number;
                /** @description The nextPageToken of the previous page; omitted or empty for the first page. */
                pageToken?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Name of the account.
                 * @example acme
                 */
                account: string;
                /**
                 * @description Name of the application.
                 * @example shop
                 */
                app: string;
                /**
                 * @description Id of the environment, a UUID.
                 * @example 0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55
                 */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of operations, the newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        operations: components["schemas"]["Operation"][];
                        /** @description The pageToken of the next page; empty on the last one. */
                        nextPageToken: string;
                    };
                };
            };
            /** @description Any other error. */
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
    readOperation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the account.
                 * @example acme
                 */
                account: string;
                /**
                 * @description Name of the application.
                 * @example shop
                 */
                app: string;
                /**
                 * @description Id of the environment, a UUID.
                 * @example 0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55
                 */
                environment: string;
                /**
                 * @description Id of the operation, a UUID, or `no_build` for the newest one.
                 * @example no_build
                 */
                operation: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A long-running operation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operation"];
                };
            };
            /** @description Any other error. */
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
    listLocalAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All accounts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accounts: components["schemas"]["Account"][];
                    };
                };
            };
            /** @description Any other error. */
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
    createAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Name of the new account.
                     * @example acme
                     */
                    name: string;
                };
            };
        };
        responses: {
            /** @description An account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            /** @description Any other error. */
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
    listLocalInstalls: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All WordPress installs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        installs: components["schemas"]["Install"][];
                    };
                };
            };
            /** @description Any other error. */
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
    saveInstall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the WordPress install.
                 * @example blog
                 */
                install: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Name of its account.
                     * @example acme
                     */
                    account: string;
                    /**
                     * @description Passed to builds as WORDPRESS_URL.
                     * @example http://127.0.0.1:8888
                     */
                    url: string;
                };
            };
        };
        responses: {
            /** @description A WordPress install. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Install"];
                };
            };
            /** @description Any other error. */
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
    deleteInstall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the WordPress install.
                 * @example blog
                 */
                install: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other error. */
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
    readWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the account.
                 * @example acme
                 */
                account: string;
                /**
                 * @description Name of the application.
                 * @example shop
                 */
                app: string;
                /**
                 * @description Id of the environment, a UUID.
                 * @example 0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55
                 */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The set of webhook URLs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSet"];
                };
            };
            /** @description Any other error. */
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
    createWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the account.
                 * @example acme
                 */
                account: string;
                /**
                 * @description Name of the application.
                 * @example shop
                 */
                app: string;
                /**
                 * @description Id of the environment, a UUID.
                 * @example 0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55
                 */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The set of webhook URLs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSet"];
                };
            };
            /** @description Any other error. */
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
    deleteWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the account.
                 * @example acme
                 */
                account: string;
                /**
                 * @description Name of the application.
                 * @example shop
                 */
                app: string;
                /**
                 * @description Id of the environment, a UUID.
                 * @example 0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55
                 */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other error. */
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
    readWebhookSummary: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the account.
                 * @example acme
                 */
                account: string;
                /**
                 * @description Name of the application.
                 * @example shop
                 */
                app: string;
                /**
                 * @description Id of the environment, a UUID.
                 * @example 0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55
                 */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhooks of an environment, without their token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSummary"];
                };
            };
            /** @description Any other error. */
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
    regenerateWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the account.
                 * @example acme
                 */
                account: string;
                /**
                 * @description Name of the application.
                 * @example shop
                 */
                app: string;
                /**
                 * @description Id of the environment, a UUID.
                 * @example 0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55
                 */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The set of webhook URLs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSet"];
                };
            };
            /** @description Any other error. */
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
    readSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user who is signed in, and what every page needs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description Any other error. */
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
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description ID of the API user.
                     * @example sam
                     */
                    user: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description The user who is signed in, and what every page needs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description Any other error. */
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
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other error. */
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
    readEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events, until either side ends the connection. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["ServerEvent"];
                };
            };
            /** @description Any other error. */
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
    listAppSummaries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the account.
                 * @example acme
                 */
                account: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All applications of the account with their environments. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        apps: components["schemas"]["AppSummary"][];
                    };
                };
            };
            /** @description Any other error. */
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
    readEnvironmentSummary: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the account.
                 * @example acme
                 */
                account: string;
                /**
                 * @description Name of the application.
                 * @example shop
                 */
                app: string;
                /**
                 * @description Id of the environment, a UUID.
                 * @example 0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55
                 */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An environment with what it serves and what happens to it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnvironmentSummary"];
                };
            };
            /** @description Any other error. */
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
    readCache: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the account.
                 * @example acme
                 */
                account: string;
                /**
                 * @description Name of the application.
                 * @example shop
                 */
                app: string;
                /**
                 * @description Id of the environment, a UUID.
                 * @example 0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55
                 */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statistics of an edge cache. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CacheReport"];
                };
            };
            /** @description Any other error. */
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
    listCacheGroups: {
        parameters: {
            query?: {
                /**
                 * @description Text that the names must contain.
                 * @example post-123
                 */
                filter?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Name of the account.
                 * @example acme
                 */
                account: string;
                /**
                 * @description Name of the application.
                 * @example shop
                 */
                app: string;
                /**
                 * @description Id of the environment, a UUID.
                 * @example 0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55
                 */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cache groups of the responses in an edge cache. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CacheGroupList"];
                };
            };
            /** @description Any other error. */
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
    readVariables: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the account.
                 * @example acme
                 */
                account: string;
                /**
                 * @description Name of the application.
                 * @example shop
                 */
                app: string;
                /**
                 * @description Id of the environment, a UUID.
                 * @example 0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55
                 */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The variables of an environment, without the values of its shell variables. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Variables"];
                };
            };
            /** @description Any other error. */
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
    readOutput: {
        parameters: {
            query?: {
                /** @description The nextOffset of the previous part; 0 for the beginning. */
                offset?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Name of the account.
                 * @example acme
                 */
                account: string;
                /**
                 * @description Name of the application.
                 * @example shop
                 */
                app: string;
                /**
                 * @description Id of the environment, a UUID.
                 * @example 0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55
                 */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A part of a log. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogPart"];
                };
            };
            /** @description Any other error. */
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
    invalidateCacheGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the account.
                 * @example acme
                 */
                account: string;
                /**
                 * @description Name of the application.
                 * @example shop
                 */
                app: string;
                /**
                 * @description Id of the environment, a UUID.
                 * @example 0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55
                 */
                environment: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The name of the group.
                     * @example post-123
                     */
                    group: string;
                };
            };
        };
        responses: {
            /** @description The statistics of an edge cache. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CacheReport"];
                };
            };
            /** @description Any other error. */
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
    startBuild: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the account.
                 * @example acme
                 */
                account: string;
                /**
                 * @description Name of the application.
                 * @example shop
                 */
                app: string;
                /**
                 * @description Id of the environment, a UUID.
                 * @example 0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55
                 */
                environment: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description `cleanRebuild` deletes the cached folders first.
                     * @example rebuild
                     * @enum {string}
                     */
                    action: "rebuild" | "cleanRebuild";
                };
            };
        };
        responses: {
            /** @description A build. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Build"];
                };
            };
            /** @description Any other error. */
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
    readDiskUsage: {
        parameters: {
            query?: {
                /**
                 * @description First day; together with last_date. At most 13 months ago.
                 * @example 2026-11-21
                 */
                first_date?: string;
                /**
                 * @description Last day; together with first_date.
                 * @example 2026-11-21
                 */
                last_date?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Name of the account.
                 * @example acme
                 */
                account: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The disk usage of an account. Sizes in bytes, days in UTC. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiskUsage"];
                };
            };
            /** @description Any other error. */
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
    refreshDiskUsage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the account.
                 * @example acme
                 */
                account: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The disk usage of an account. Sizes in bytes, days in UTC. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiskUsage"];
                };
            };
            /** @description Any other error. */
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
    listUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All API users, by ID. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        users: components["schemas"]["ApiUser"][];
                    };
                };
            };
            /** @description Any other error. */
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
    createUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The user name of HTTP Basic; without a colon.
                     * @example ci
                     */
                    id: string;
                    /**
                     * @description For people.
                     * @example Deploys from CI
                     */
                    name?: string;
                    /**
                     * @description The role on the whole platform: all accounts, API users, faults and the journal. `none`: only the listed accounts.
                     * @default none
                     * @enum {string}
                     */
                    role?: "none" | "read" | "write";
                    /** @description The user’s accounts, with the role in each. */
                    accounts?: {
                        /**
                         * @description Name of an account.
                         * @example acme
                         */
                        account: string;
                        /**
                         * @description `read` may look, `write` may change things too.
                         * @enum {string}
                         */
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
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example ci */
                        id: string;
                        /** @description Display name; may be empty. */
                        name: string;
                        /**
                         * @description The role on the whole platform: all accounts, API users, faults and the journal. `none`: only the listed accounts.
                         * @enum {string}
                         */
                        role: "none" | "read" | "write";
                        /** @description The user’s accounts, with the role in each. */
                        accounts: {
                            account: string;
                            /**
                             * @description `read` may look, `write` may change things too.
                             * @enum {string}
                             */
                            role: "read" | "write";
                        }[];
                        /**
                         * Format: date-time
                         * @description When the user was created.
                         * @example 2026-11-21T08:00:00.000Z
                         */
                        createTime: string;
                        /** @description Who created it. */
                        createdBy: string;
                        /** @description Only if it was generated. It is not shown again. */
                        password?: string;
                    };
                };
            };
            /** @description Any other error. */
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
    deleteUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the API user.
                 * @example sam
                 */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other error. */
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
    setUserRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the API user.
                 * @example sam
                 */
                user: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The role on the whole platform: all accounts, API users, faults and the journal. `none`: only the listed accounts.
                     * @enum {string}
                     */
                    role: "none" | "read" | "write";
                };
            };
        };
        responses: {
            /** @description An API user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiUser"];
                };
            };
            /** @description Any other error. */
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
    setUserAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the API user.
                 * @example sam
                 */
                user: string;
                /**
                 * @description Name of an account.
                 * @example acme
                 */
                account: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description `read` may look, `write` may change things too.
                     * @enum {string}
                     */
                    role: "read" | "write";
                };
            };
        };
        responses: {
            /** @description An API user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiUser"];
                };
            };
            /** @description Any other error. */
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
    removeUserAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the API user.
                 * @example sam
                 */
                user: string;
                /**
                 * @description Name of an account.
                 * @example acme
                 */
                account: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An API user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiUser"];
                };
            };
            /** @description Any other error. */
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
    setUserPassword: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the API user.
                 * @example sam
                 */
                user: string;
            };
            cookie?: never;
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
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example ci */
                        id: string;
                        /** @description Display name; may be empty. */
                        name: string;
                        /**
                         * @description The role on the whole platform: all accounts, API users, faults and the journal. `none`: only the listed accounts.
                         * @enum {string}
                         */
                        role: "none" | "read" | "write";
                        /** @description The user’s accounts, with the role in each. */
                        accounts: {
                            account: string;
                            /**
                             * @description `read` may look, `write` may change things too.
                             * @enum {string}
                             */
                            role: "read" | "write";
                        }[];
                        /**
                         * Format: date-time
                         * @description When the user was created.
                         * @example 2026-11-21T08:00:00.000Z
                         */
                        createTime: string;
                        /** @description Who created it. */
                        createdBy: string;
                        /** @description Only if it was generated. It is not shown again. */
                        password?: string;
                    };
                };
            };
            /** @description Any other error. */
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
    listAccountIds: {
        parameters: {
            query?: {
                /** @description Maximum number of items in the response. */
                limit?: number;
                /** @description Number of items to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of accounts, with their UUIDs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        previous: string | null;
                        next: string | null;
                        count: number;
                        results: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        }[];
                    };
                };
            };
            /** @description Any other error. */
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
    getAccountId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account, a UUID. */
                account: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An account with its UUID. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        name: string;
                    };
                };
            };
            /** @description Any other error. */
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
    listInstallIds: {
        parameters: {
            query?: {
                /** @description Maximum number of items in the response. */
                limit?: number;
                /** @description Number of items to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of WordPress installs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        previous: string | null;
                        next: string | null;
                        count: number;
                        results: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            account: {
                                /** Format: uuid */
                                id: string;
                            };
                        }[];
                    };
                };
            };
            /** @description Any other error. */
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
    getInstallId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the WordPress install, a UUID. */
                install: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A WordPress install with its UUID. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        name: string;
                        account: {
                            /** Format: uuid */
                            id: string;
                        };
                    };
                };
            };
            /** @description Any other error. */
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
    getAccountUsage: {
        parameters: {
            query?: {
                /**
                 * @description First day; together with last_date. At most 13 months ago.
                 * @example 2026-11-21
                 */
                first_date?: string;
                /**
                 * @description Last day; together with first_date.
                 * @example 2026-11-21
                 */
                last_date?: string;
                /** @description Maximum number of environments in the response. */
                limit?: number;
                /** @description The next_page_token of the previous page. */
                offset?: string;
            };
            header?: never;
            path: {
                /** @description Id of the account, a UUID. */
                account: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Disk usage and traffic of an account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountUsage"];
                };
            };
            /** @description Any other error. */
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
    getInstallUsage: {
        parameters: {
            query?: {
                /**
                 * @description First day; together with last_date. At most 13 months ago.
                 * @example 2026-11-21
                 */
                first_date?: string;
                /**
                 * @description Last day; together with first_date.
                 * @example 2026-11-21
                 */
                last_date?: string;
            };
            header?: never;
            path: {
                /** @description Id of the WordPress install, a UUID. */
                install: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Disk usage and traffic of a WordPress install. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        install_name: string;
                        metrics: components["schemas"]["DailyUsageMetrics"][];
                        metrics_rollup: components["schemas"]["UsageMetricsRollup"];
                        storage_refresh_expected_time: string | null;
                    };
                };
            };
            /** @description Any other error. */
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
    getAccountLimits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account, a UUID. */
                account: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The limits of the account, from the platform’s limits. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountLimits"];
                };
            };
            /** @description Any other error. */
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
    refreshAccountDiskUsage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account, a UUID. */
                account: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is always null. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": null;
                };
            };
            /** @description Any other error. */
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
    refreshInstallDiskUsage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the WordPress install, a UUID. */
                install: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is always null. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": null;
                };
            };
            /** @description Any other error. */
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
    listFaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All rules, in the order in which they were added. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        rules: components["schemas"]["FaultRule"][];
                    };
                };
            };
            /** @description Any other error. */
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
    addFault: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description `status`, `drop` and `reset` replace the request: nothing is done. `none` (only a delay), `truncate`, `drip` and `endless` let the request be handled and change the response.
                     * @example status
                     * @enum {string}
                     */
                    kind: "none" | "status" | "drop" | "reset" | "truncate" | "drip" | "endless";
                    /**
                     * @description Display name; generated if omitted.
                     * @example Busy webhooks
                     */
                    name?: string;
                    /**
                     * @description Pattern for the path without the query; `*` matches anything.
                     * @example /wh/v1/*
                     */
                    path?: string;
                    /**
                     * @description In upper case; empty for all methods.
                     * @example POST
                     */
                    method?: string;
                    /**
                     * @description A webhook action; empty for all requests.
                     * @enum {string}
                     */
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
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FaultRule"];
                };
            };
            /** @description Any other error. */
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
    deleteFaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other error. */
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
    turnAllFaultsOff: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Always false.
                     * @constant
                     */
                    isOn: false;
                };
            };
        };
        responses: {
            /** @description All rules, in the order in which they were added. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        rules: components["schemas"]["FaultRule"][];
                    };
                };
            };
            /** @description Any other error. */
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
    putFault: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the rule. */
                fault: string;
            };
            cookie?: never;
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
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FaultRule"];
                };
            };
            /** @description Any other error. */
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
    deleteFault: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the rule. */
                fault: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other error. */
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
    changeFault: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the rule. */
                fault: string;
            };
            cookie?: never;
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
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FaultRule"];
                };
            };
            /** @description Any other error. */
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
    listRequests: {
        parameters: {
            query?: {
                /** @description All requests, failed requests, or requests with a fault. */
                only?: "all" | "errors" | "faults";
                /** @description Found in method, address, caller, reason, rule or status. */
                search?: string;
                /** @description Only requests with a smaller number, for the next page. */
                before?: number;
                /** @description Most requests of the answer. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Requests, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
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
            /** @description Any other error. */
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
    pauseRequests: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Whether requests are not written down. */
                    isPaused: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether requests are not written down. */
                        isPaused: boolean;
                    };
                };
            };
            /** @description Any other error. */
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
    clearRequests: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other error. */
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
    getRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Number of the request.
                 * @example 1
                 */
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A request, redacted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JournalRequest"];
                };
            };
            /** @description Any other error. */
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
    countMatchingRequests: {
        parameters: {
            query?: {
                /**
                 * @description Pattern for the path without the query; `*` matches anything.
                 * @example /wh/v1/*
                 */
                path?: string;
                /**
                 * @description In upper case; empty for all methods.
                 * @example POST
                 */
                method?: string;
                /** @description A webhook action; empty for all requests. */
                action?: "rebuild" | "cleanRebuild" | "purgeCache" | "";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many requests of the journal a fault rule would match. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        matching: number;
                        all: number;
                    };
                };
            };
            /** @description Any other error. */
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
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The platform is ready. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The store can be written, and every edge listens.
                         * @constant
                         */
                        status: "ok";
                        /** @description How many edges listen. */
                        environments: number;
                        /** @description How many fault rules are on. */
                        faultsOn: number;
                    };
                };
            };
            /** @description Any other error. */
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
    readOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description This document, OpenAPI 3.1. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        openapi: "3.1.0";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Any other error. */
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
    redeployBuild: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the account.
                 * @example acme
                 */
                account: string;
                /**
                 * @description Name of the application.
                 * @example shop
                 */
                app: string;
                /**
                 * @description Id of the environment, a UUID.
                 * @example 0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55
                 */
                environment: string;
                /**
                 * @description Id of the build, a UUID; or its number; or `no_build` for the newest one.
                 * @example no_build
                 */
                build: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description A long-running operation that has begun. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedOperation"];
                };
            };
            /** @description Any other error. */
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
    cancelOperation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the account.
                 * @example acme
                 */
                account: string;
                /**
                 * @description Name of the application.
                 * @example shop
                 */
                app: string;
                /**
                 * @description Id of the environment, a UUID.
                 * @example 0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55
                 */
                environment: string;
                /**
                 * @description Id of the operation, a UUID, or `no_build` for the newest one.
                 * @example no_build
                 */
                operation: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Any other error. */
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
    clearCache: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the account.
                 * @example acme
                 */
                account: string;
                /**
                 * @description Name of the application.
                 * @example shop
                 */
                app: string;
                /**
                 * @description Id of the environment, a UUID.
                 * @example 0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55
                 */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Any other error. */
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
    callWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the account.
                 * @example acme
                 */
                account: string;
                /**
                 * @description Name of the application.
                 * @example shop
                 */
                app: string;
                /**
                 * @description Id of the environment, a UUID.
                 * @example 0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55
                 */
                environment: string;
                /** @description Written exactly so. */
                action: "rebuild" | "cleanRebuild" | "purgeCache";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation of the build that was started or joined; `{}` after a purge. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedOperation"] | Record<string, never>;
                };
            };
            /** @description Any other error. */
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
