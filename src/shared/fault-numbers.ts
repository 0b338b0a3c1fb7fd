/** The smallest and the largest value of each number of a fault rule. */
export const FAULT_BOUNDS = {
	status: [ 200, 599 ],
	retryAfterSeconds: [ 0, 86_400 ],
	latencyMs: [ 0, 600_000 ],
	dripMs: [ 1, 60_000 ],
	afterBytes: [ 0, 1024 ** 3 ],
	seed: [ 0, 2 ** 31 - 1 ],
	count: [ 1, 1_000_000 ],
} as const;

export type FaultNumber = keyof typeof FAULT_BOUNDS;

/** The kinds of rules that have a number; all kinds have the other numbers. */
export const KINDS_WITH: Partial< Record< FaultNumber, readonly string[] > > = {
	status: [ 'status' ],
	retryAfterSeconds: [ 'status' ],
	dripMs: [ 'drip' ],
	afterBytes: [ 'drop', 'reset' ],
};
