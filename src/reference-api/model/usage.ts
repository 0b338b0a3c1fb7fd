/** Disk usage and traffic. Sizes in bytes, days in UTC as `YYYY-MM-DD`. */

/** The usage of an environment on one day; null if nothing was measured on that day. */
export interface UsageDay {
	date: string;
	/** Releases, sources, kept folders, logs and HOME. */
	fileBytes: number | null;
	/** The linked WordPress install's database, as far as this machine has it. */
	databaseBytes: number | null;
	/** When the storage was measured last on that day. */
	measureTime: Date | null;
	visits: number;
	/** Requests that the edge answered, and how many of them the application was asked for. */
	requests: number;
	originRequests: number;
	edgeBytes: number;
	originBytes: number;
}

export interface EnvironmentUsage {
	environmentId: string;
	appId: string;
	displayName: string;
	/** Name of the linked install. */
	wpEnvironment: string;
	/** Oldest first, without gaps, the last one is the last day asked for. */
	days: UsageDay[];
	/** When a measurement that runs is expected to end; null when none does. */
	expectedTime: Date | null;
}

export interface AccountUsage {
	accountName: string;
	accountId: string;
	environments: EnvironmentUsage[];
	/** When everything was measured last, or null. */
	refreshTime: Date | null;
	/** When a refresh that runs is expected to end; null when none does. */
	expectedTime: Date | null;
	storageLimitBytes: number;
}

export interface UsageRange {
	/** `YYYY-MM-DD`, both included. */
	firstDate: string;
	lastDate: string;
}

/** The traffic of an edge since the last call of `takeTraffic()`. */
export type Traffic = Pick<
	UsageDay,
	'visits' | 'requests' | 'originRequests' | 'edgeBytes' | 'originBytes'
>;

export const NO_TRAFFIC: Readonly< Traffic > = {
	visits: 0,
	requests: 0,
	originRequests: 0,
	edgeBytes: 0,
	originBytes: 0,
};

export function addTraffic( one: Traffic, other: Traffic ): Traffic {
	return {
		visits: one.visits + other.visits,
		requests: one.requests + other.requests,
		originRequests: one.originRequests + other.originRequests,
		edgeBytes: one.edgeBytes + other.edgeBytes,
		originBytes: one.originBytes + other.originBytes,
	};
}
