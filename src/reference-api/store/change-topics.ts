import type { Change, Topic } from '../lib/change-emitter.ts';

const TOPICS: Readonly< Record< string, Topic > > = {
	accounts: 'accounts',
	users: 'users',
	installs: 'installs',
	apps: 'apps',
	environments: 'environments',
	builds: 'builds',
	webhook_sets: 'webhooks',
	webhook_calls: 'webhooks',
	usage_days: 'usage',
	usage_refreshes: 'usage',
	fault_rules: 'faults',
};

/** The names of the ids in the values of a statement, by topic, if they are not the usual ones. */
const ID_NAMES: Partial<
	Record< Topic, Partial< Record< keyof Change, string > > >
> = {
	environments: { environmentId: 'id' },
	builds: { buildId: 'id' },
};

const ID_KEYS = [ 'accountName', 'environmentId', 'buildId' ] as const;

/**
 * Describes a change of a row.
 *
 * @param values The values of the statement, by name.
 * @return Null for a table that no reader shows.
 */
export function changeOf( table: string, values: object ): Change | null {
	const topic = TOPICS[ table ];
	if ( topic === undefined ) {
		return null;
	}
	const known = values as Record< string, unknown >;
	const ids = ID_KEYS.flatMap( ( key ) => {
		const id = known[ ID_NAMES[ topic ]?.[ key ] ?? key ];
		return typeof id === 'string' ? [ [ key, id ] ] : [];
	} );
	return { topic, ...Object.fromEntries( ids ) };
}
