/**
 * Usage in memory, with a clock and measurements that end when the test says so.
 */
import type {
	Account,
	Environment,
	Install,
} from '../../../src/reference-api/model/hosting.ts';
import type { Traffic } from '../../../src/reference-api/model/usage.ts';
import type {
	UsageStore,
	UsageTable,
} from '../../../src/reference-api/usage/subjects.ts';
import type {
	Refresh,
	SubjectDay,
} from '../../../src/reference-api/store/usage.ts';
import { Usage } from '../../../src/reference-api/usage/usage.ts';
import type { UsageOptions } from '../../../src/reference-api/usage/usage.ts';

export const NOTHING: Traffic = {
	visits: 0,
	requests: 0,
	originRequests: 0,
	edgeBytes: 0,
	originBytes: 0,
};

class FakeTable implements UsageTable {
	readonly rows = new Map< string, SubjectDay >();
	readonly refreshes = new Map< string, Refresh >();
	/** Thrown by the next write of traffic. */
	failure: Error | null = null;

	#day( subjectId: string, date: string ): SubjectDay {
		const key = `${ subjectId } ${ date }`;
		const found = this.rows.get( key ) ?? {
			...NOTHING,
			subjectId,
			date,
			fileBytes: null,
			databaseBytes: null,
			measureTime: null,
		};
		this.rows.set( key, found );
		return found;
	}

	async days( ids: readonly string[], first: string, last: string ) {
		return [ ...this.rows.values() ].filter(
			( { subjectId, date } ) =>
				ids.includes( subjectId ) && date >= first && date <= last
		);
	}

	async newestMeasured( id: string, first: string ) {
		const days = await this.days( [ id ], first, '9999-12-31' );
		return (
			days
				.filter( ( { measureTime } ) => measureTime !== null )
				.toSorted( ( a, b ) => ( a.date < b.date ? 1 : -1 ) )[ 0 ] ??
			null
		);
	}

	async day( id: string, date: string ) {
		return this.rows.get( `${ id } ${ date }` ) ?? null;
	}

	setStorage: UsageTable[ 'setStorage' ] = async (
		date,
		measureTime,
		found
	) => {
		Object.assign( this.#day( found.subjectId, date ), {
			...found,
			measureTime,
		} );
	};

	addTraffic: UsageTable[ 'addTraffic' ] = async ( date, id, traffic ) => {
		const { failure } = this;
		this.failure = null;
		if ( failure ) {
			throw failure;
		}
		const day = this.#day( id, date );
		day.visits += traffic.visits;
		day.requests += traffic.requests;
		day.originRequests += traffic.originRequests;
		day.edgeBytes += traffic.edgeBytes;
		day.originBytes += traffic.originBytes;
	};

	async refresh( scopeId: string ) {
		return this.refreshes.get( scopeId ) ?? null;
	}

	async openRefreshes() {
		return [ ...this.refreshes.values() ].filter(
			( { isOpen } ) => isOpen
		);
	}

	async saveRefresh( refresh: Refresh ) {
		this.refreshes.set( refresh.scopeId, refresh );
	}

	async removeBefore( date: string ) {
		for ( const [ key, row ] of this.rows ) {
			if ( row.date < date ) {
				this.rows.delete( key );
			}
		}
	}

	async removeOf( id: string ) {
		this.refreshes.delete( id );
	}
}

export const ACME: Account = {
	name: 'acme',
	id: '11111111-1111-4111-8111-111111111111',
};
export const BLOG: Install = {
	id: '22222222-2222-4222-8222-222222222222',
	accountName: 'acme',
	name: 'blog',
	url: 'http://127.0.0.1:8881',
};
export const PRODUCTION_ID = '33333333-3333-4333-8333-333333333333';
export const STAGING_ID = '44444444-4444-4444-8444-444444444444';

export function anEnvironment(
	id: string,
	displayName: string,
	wpEnvironment = 'blog'
): Pick<
	Environment,
	'id' | 'accountName' | 'appId' | 'displayName' | 'wpEnvironment'
> {
	return {
		id,
		accountName: 'acme',
		appId: 'shop',
		displayName,
		wpEnvironment,
	};
}

/** What a platform has: the account "acme" with the install "blog" and two environments that are linked to it. */
export function fakeUsageStore() {
	const table = new FakeTable();
	const accounts = [ ACME ];
	const installs = [ BLOG ];
	const environments = [
		anEnvironment( PRODUCTION_ID, 'Production' ),
		anEnvironment( STAGING_ID, 'Staging' ),
	];
	const store: UsageStore = {
		accounts: { all: async () => accounts },
		installs: { all: async () => installs },
		environments: { all: async () => environments },
		usage: table,
		write: ( work ) => work( { usage: table } ),
	};
	return { store, table, accounts, installs, environments };
}

/** Measurements that wait for the test. */
export class Scales {
	readonly begun: string[] = [];
	readonly #waiting = new Map< string, ( bytes: number | Error ) => void >();

	readonly measure: NonNullable< UsageOptions[ 'measure' ] > = async (
		subjectId,
		signal
	) => {
		this.begun.push( subjectId );
		const bytes = await new Promise< number | Error >( ( resolve ) => {
			this.#waiting.set( subjectId, resolve );
			signal.addEventListener( 'abort', () => resolve( signal.reason ) );
		} );
		if ( bytes instanceof Error ) {
			throw bytes;
		}
		return { subjectId, fileBytes: bytes, databaseBytes: null };
	};

	/** Ends what is being measured. */
	end( subjectId: string, bytes: number | Error ): void {
		this.#waiting.get( subjectId )?.( bytes );
		this.#waiting.delete( subjectId );
	}
}

/** Lets everything go on that waits for nothing but its turn. */
export async function settle(): Promise< void > {
	for ( let turn = 0; turn < 5; turn++ ) {
		await new Promise( ( resolve ) => setImmediate( resolve ) );
	}
}

/** Usage with a clock that the test moves. */
export function fakeUsage( options: Partial< UsageOptions > = {} ) {
	const known = fakeUsageStore();
	const scales = new Scales();
	const clock = { time: Date.parse( '2026-11-21T08:00:00Z' ) };
	const errors: unknown[] = [];
	const counted = new Map< string, Traffic >();
	const make = () =>
		new Usage( {
			store: known.store,
			folders: { environment: () => '/nowhere' },
			installFolders: {},
			limits: { storageLimitGigabytes: 10, usageRefreshesPerMinute: 0 },
			takeTraffic: () => {
				const taken = new Map( counted );
				counted.clear();
				return taken;
			},
			now: () => new Date( clock.time ),
			onError: ( error ) => errors.push( error ),
			measure: scales.measure,
			...options,
		} );
	return { ...known, scales, clock, errors, counted, make, usage: make() };
}
