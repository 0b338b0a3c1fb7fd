/** What can become stale, by kind of resource. */
export const TOPICS = [
	'accounts',
	'users',
	'installs',
	'apps',
	'environments',
	'builds',
	'log',
	'output',
	'webhooks',
	'cache',
	'usage',
	'faults',
	'requests',
] as const;

export type Topic = ( typeof TOPICS )[ number ];

/** Something changed. The ids are those that its source knows without a query. */
export interface Change {
	topic: Topic;
	accountName?: string;
	environmentId?: string;
	buildId?: string;
}

/** Calls listeners after changes, up to thousands of times a second: expensive listeners have to throttle. */
export class ChangeEmitter {
	readonly #listeners = new Set< ( change: Change ) => void >();

	/** Calls back after each change. */
	watch( listener: ( change: Change ) => void ): () => void {
		const entry = ( change: Change ) => listener( change );
		this.#listeners.add( entry );
		return () => this.#listeners.delete( entry );
	}

	emit( change: Change ): void {
		for ( const listener of this.#listeners ) {
			listener( change );
		}
	}
}
