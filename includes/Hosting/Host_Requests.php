<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Hosting;

/**
 * The requests that are forwarded to the host, from the OpenAPI document of the platform. Written by `npm run docs`.
 */
final class Host_Requests {
	private const JSON = <<<'JSON'
		{
		"listRegions": {"method":"GET","path":"v1/regions"},
		"listApps": {"method":"GET","path":"v1/accounts/{account}/apps"},
		"readApp": {"method":"GET","path":"v1/accounts/{account}/apps/{app}"},
		"listEnvironments": {"method":"GET","path":"v1/accounts/{account}/apps/{app}/environments"},
		"readEnvironment": {"method":"GET","path":"v1/accounts/{account}/apps/{app}/environments/{environment}"},
		"clearCache": {"method":"POST","path":"v1/accounts/{account}/apps/{app}/environments/{environment}:clearCache"},
		"readBuild": {"method":"GET","path":"v1/accounts/{account}/apps/{app}/environments/{environment}/builds/{build}"},
		"redeployBuild": {"method":"POST","path":"v1/accounts/{account}/apps/{app}/environments/{environment}/builds/{build}:redeploy"},
		"readOperation": {"method":"GET","path":"v1/accounts/{account}/apps/{app}/environments/{environment}/operations/{operation}"},
		"cancelOperation": {"method":"POST","path":"v1/accounts/{account}/apps/{app}/environments/{environment}/operations/{operation}:cancel"},
		"getAccountLimits": {"method":"GET","path":"v1/accounts/{account}/limits"},
		"refreshAccountDiskUsage": {"method":"POST","path":"v1/accounts/{account}/usage/refresh_disk_usage"},
		"refreshInstallDiskUsage": {"method":"POST","path":"v1/installs/{install}/usage/refresh_disk_usage"},
		"listLocalAccounts": {"method":"GET","path":"_local/accounts"},
		"listLocalInstalls": {"method":"GET","path":"_local/installs"},
		"listAppSummaries": {"method":"GET","path":"_local/accounts/{account}/apps"},
		"readEnvironmentSummary": {"method":"GET","path":"_local/accounts/{account}/apps/{app}/environments/{environment}/summary"},
		"readCache": {"method":"GET","path":"_local/accounts/{account}/apps/{app}/environments/{environment}/cache"},
		"readVariables": {"method":"GET","path":"_local/accounts/{account}/apps/{app}/environments/{environment}/variables"},
		"readWebhookSummary": {"method":"GET","path":"_local/accounts/{account}/apps/{app}/environments/{environment}/webhooks/summary"},
		"refreshDiskUsage": {"method":"POST","path":"_local/accounts/{account}/usage/refresh"},
		"readSession": {"method":"GET","path":"_local/session"},
		"deleteApp": {"method":"DELETE","path":"v1/accounts/{account}/apps/{app}"},
		"deleteEnvironment": {"method":"DELETE","path":"v1/accounts/{account}/apps/{app}/environments/{environment}"},
		"deleteWebhooks": {"method":"DELETE","path":"_local/accounts/{account}/apps/{app}/environments/{environment}/webhooks"},
		"listBuilds": {"method":"GET","path":"v1/accounts/{account}/apps/{app}/environments/{environment}/builds","query":{"type":"object","properties":{"pageSize":{"type":"integer","minimum":1,"maximum":1000},"pageToken":{"type":"string","maxLength":20},"orderBy":{"type":"string"}},"required":[],"additionalProperties":false}},
		"listOperations": {"method":"GET","path":"v1/accounts/{account}/apps/{app}/environments/{environment}/operations","query":{"type":"object","properties":{"pageSize":{"type":"integer","minimum":1,"maximum":1000},"pageToken":{"type":"string","maxLength":20}},"required":[],"additionalProperties":false}},
		"listAccountIds": {"method":"GET","path":"v1/accounts","query":{"type":"object","properties":{"limit":{"type":"integer","minimum":1,"maximum":1000},"offset":{"type":"integer","minimum":0,"maximum":9007199254740991}},"required":[],"additionalProperties":false}},
		"listInstallIds": {"method":"GET","path":"v1/installs","query":{"type":"object","properties":{"limit":{"type":"integer","minimum":1,"maximum":1000},"offset":{"type":"integer","minimum":0,"maximum":9007199254740991}},"required":[],"additionalProperties":false}},
		"getAccountUsage": {"method":"GET","path":"v1/accounts/{account}/usage","query":{"type":"object","properties":{"first_date":{"type":"string"},"last_date":{"type":"string"},"limit":{"type":"integer","minimum":1,"maximum":1000},"offset":{"type":"string"}},"required":[],"additionalProperties":false}},
		"readDiskUsage": {"method":"GET","path":"_local/accounts/{account}/usage","query":{"type":"object","properties":{"first_date":{"type":"string"},"last_date":{"type":"string"}},"required":[],"additionalProperties":false}},
		"getInstallUsage": {"method":"GET","path":"v1/installs/{install}/usage","query":{"type":"object","properties":{"first_date":{"type":"string"},"last_date":{"type":"string"}},"required":[],"additionalProperties":false}},
		"createApp": {"method":"POST","path":"v1/accounts/{account}/apps","query":{"type":"object","properties":{"appId":{"type":"string","minLength":1,"maxLength":63}},"required":["appId"],"additionalProperties":false},"body":{"type":"object","required":["region","uploadable"],"properties":{"region":{"type":"string"},"uploadable":{"type":"object","properties":{},"additionalProperties":false}},"additionalProperties":false}},
		"createEnvironment": {"method":"POST","path":"v1/accounts/{account}/apps/{app}/environments","body":{"type":"object","required":["displayName","branch","wpEnvironment"],"properties":{"displayName":{"type":"string","minLength":1,"maxLength":100},"branch":{"type":"string"},"wpEnvironment":{"type":"string","maxLength":63},"rootDirectory":{"type":"string","maxLength":255},"shellVariables":{"type":"array","items":{"type":"object","required":["key","value"],"properties":{"key":{"type":"string","minLength":1,"maxLength":128},"value":{"type":"string","maxLength":32768}},"additionalProperties":false},"maxItems":200}},"additionalProperties":false}},
		"readBuildLog": {"method":"GET","path":"v1/accounts/{account}/apps/{app}/environments/{environment}/builds/{build}/log","query":{"type":"object","properties":{"offset":{"type":"integer","minimum":0,"maximum":9007199254740991}},"required":[],"additionalProperties":false}},
		"readOutput": {"method":"GET","path":"_local/accounts/{account}/apps/{app}/environments/{environment}/output","query":{"type":"object","properties":{"offset":{"type":"integer","minimum":0,"maximum":9007199254740991}},"required":[],"additionalProperties":false}},
		"listCacheGroups": {"method":"GET","path":"_local/accounts/{account}/apps/{app}/environments/{environment}/cache/groups","query":{"type":"object","properties":{"filter":{"type":"string","minLength":0,"maxLength":256}},"required":[],"additionalProperties":false}},
		"invalidateCacheGroup": {"method":"POST","path":"_local/accounts/{account}/apps/{app}/environments/{environment}/cache/groups/invalidate","body":{"type":"object","required":["group"],"properties":{"group":{"type":"string","minLength":1,"maxLength":256}},"additionalProperties":false}},
		"changeEnvironment": {"method":"PATCH","path":"v1/accounts/{account}/apps/{app}/environments/{environment}","body":{"type":"object","properties":{"wpEnvironment":{"type":"string","maxLength":63},"rootDirectory":{"type":"string","maxLength":255},"purgeOnDeploy":{"type":"boolean"}},"additionalProperties":false}},
		"changeShellVariables": {"method":"PATCH","path":"v1/accounts/{account}/apps/{app}/environments/{environment}/shellVariables","body":{"type":"object","properties":{"set":{"type":"array","items":{"type":"object","required":["key","value"],"properties":{"key":{"type":"string","minLength":1,"maxLength":128},"value":{"type":"string","maxLength":32768}},"additionalProperties":false},"maxItems":200},"remove":{"type":"array","items":{"type":"string","minLength":1,"maxLength":128},"maxItems":200}},"additionalProperties":false}},
		"createWebhooks": {"method":"POST","path":"_local/accounts/{account}/apps/{app}/environments/{environment}/webhooks"},
		"regenerateWebhooks": {"method":"POST","path":"_local/accounts/{account}/apps/{app}/environments/{environment}/webhooks:regenerate"},
		"startBuild": {"method":"POST","path":"_local/accounts/{account}/apps/{app}/environments/{environment}/builds","body":{"type":"object","required":["action"],"properties":{"action":{"type":"string"}},"additionalProperties":false}}
		}
		JSON;

	/**
	 * By their `operationId`.
	 *
	 * @return array<string, array{method: string, path: string, query?: array<string, mixed>, body?: array<string, mixed>}>
	 */
	public static function all(): array {
		return json_decode( self::JSON, true, 512, JSON_THROW_ON_ERROR );
	}
}
