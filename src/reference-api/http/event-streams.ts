/** Tells clients which data is stale, as server-sent events. */
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Access } from '../access/access.ts';
import { throttle } from '../lib/throttle.ts';
import { TOPICS } from '../lib/change-emitter.ts';
import type { Change } from '../lib/change-emitter.ts';
import { HostingError } from '../model/hosting.ts';
import type { Services } from '../services/services.ts';
import {
	closedObject,
	describedObject,
	namedObject,
	oneOf,
} from './schema-builders.ts';

const INTERVAL_MS = 250;
const HEARTBEAT_MS = 15_000;
/** When a browser connects again. */
const RETRY_MS = 2000;
const MAX_STREAMS = 200;
/** So that one user cannot occupy all of them. */
const MAX_STREAMS_OF_USER = 50;
/** A client that is slower than the events connects again, and reads all data again. */
const MAX_BUFFERED_BYTES = 256 * 1024;

const StaleSchema = namedObject( 'StaleData', 'Data that is stale.', {
	topic: oneOf(
		TOPICS,
		'`log`: the log of a build. `output`: the output of the application. `cache`: the statistics of the edge cache. `environments`: settings, variables, or the state of the application. `requests`: the journal.'
	),
	account: Type.Optional(
		Type.String( {
			description: 'Name of the account; absent if it is not known.',
			examples: [ 'acme' ],
		} )
	),
	environment: Type.Optional(
		Type.String( { description: 'Id of the environment.' } )
	),
	build: Type.Optional( Type.String( { description: 'Id of the build.' } ) ),
} );

const ServerEventSchema = Type.Union(
	[
		describedObject(
			'The first event of each connection. Events before it are lost, so all data has to be read again.',
			{
				event: Type.Literal( 'hello' ),
				data: closedObject( {
					instance: Type.String( {
						format: 'uuid',
						description: 'Another one after each start.',
					} ),
				} ),
			}
		),
		describedObject( 'Something changed.', {
			event: Type.Literal( 'stale' ),
			data: closedObject( {
				changes: Type.Array( StaleSchema, { minItems: 1 } ),
			} ),
		} ),
		describedObject( 'The session is over. The stream ends.', {
			event: Type.Literal( 'signed-out' ),
			data: closedObject( {} ),
		} ),
	],
	{
		$id: 'ServerEvent',
		description: 'An event: its name, and its data, which is JSON.',
	}
);

export const EventStreamAnswer = {
	description: 'Events, until either side ends the connection.',
	content: { 'text/event-stream': { schema: ServerEventSchema } },
};

type StaleData = Static< typeof StaleSchema >;
type ServerEvent = Static< typeof ServerEventSchema >;

type EventStreamsOptions = Pick< Services, 'changes' | 'store' | 'onError' >;

export interface EventClient {
	response: ServerResponse;
	headers: Record< string, string >;
	/** ID of the user. */
	user: string;
	/** What the user may see now. */
	access: () => Access;
	/** Checks the user again; throws HostingError 401 when the session is over. */
	checkAgain: () => Promise< void >;
}

function format( { event, data }: ServerEvent ): string {
	return `event: ${ event }\ndata: ${ JSON.stringify( data ) }\n\n`;
}

/** Finds the environment and the account of a change; without the ids of what was deleted in the meantime. */
async function locateIds(
	{ builds, environments }: EventStreamsOptions[ 'store' ],
	{ topic, ...ids }: Change
): Promise< StaleData > {
	const build = ids.buildId ? await builds.find( ids.buildId ) : null;
	const environmentId = ids.environmentId ?? build?.environmentId;
	const environment = environmentId
		? await environments.find( environmentId )
		: null;
	const account = environment?.accountName ?? ids.accountName;
	return {
		topic,
		...( account ? { account } : {} ),
		...( environment ? { environment: environment.id } : {} ),
		...( topic === 'log' && build ? { build: build.id } : {} ),
	};
}

/** As `locateIds`. A change whose ids cannot be read concerns all accounts, so that no client misses it. */
async function locate(
	{ store, onError }: EventStreamsOptions,
	change: Change
): Promise< StaleData > {
	try {
		return await locateIds( store, change );
	} catch ( error ) {
		onError( error );
		return { topic: change.topic };
	}
}

function maySee( access: Access, { topic, account }: StaleData ): boolean {
	if ( topic === 'requests' ) {
		return access.platform !== 'none';
	}
	return account === undefined || access.sees( account );
}

/** One connection. */
class EventStream {
	readonly user: string;
	readonly #client: EventClient;
	readonly #heartbeat: NodeJS.Timeout;

	constructor( client: EventClient ) {
		this.user = client.user;
		this.#client = client;
		this.#heartbeat = setInterval( () => {
			client.response.write( ': heartbeat\n\n' );
			void this.check();
		}, HEARTBEAT_MS );
	}

	send( changes: readonly StaleData[] ): void {
		const { response, access } = this.#client;
		const seen = changes.filter( ( change ) => maySee( access(), change ) );
		if ( response.writableLength > MAX_BUFFERED_BYTES ) {
			response.destroy();
		} else if ( seen.length > 0 ) {
			response.write(
				format( { event: 'stale', data: { changes: seen } } )
			);
		}
	}

	/** Ends the stream if the session is over. */
	async check(): Promise< void > {
		try {
			await this.#client.checkAgain();
		} catch ( error ) {
			if ( error instanceof HostingError && error.status === 401 ) {
				this.#client.response.write(
					format( { event: 'signed-out', data: {} } )
				);
			}
			this.end();
		}
	}

	end(): void {
		clearInterval( this.#heartbeat );
		this.#client.response.end();
	}
}

export class EventStreams {
	readonly #options: EventStreamsOptions;
	readonly #streams = new Set< EventStream >();
	/** Changes that were not sent yet, by their content. */
	readonly #pending = new Map< string, Change >();
	readonly #instance = randomUUID();
	#unwatch: ( () => void ) | null = null;

	constructor( options: EventStreamsOptions ) {
		this.#options = options;
	}

	/** @throws HostingError 503. */
	checkCapacity( userId: string ): void {
		const own = [ ...this.#streams ].filter(
			( { user } ) => user === userId
		);
		if ( own.length >= MAX_STREAMS_OF_USER ) {
			throw new HostingError(
				503,
				`You have ${ MAX_STREAMS_OF_USER } event streams already. Close some pages.`
			);
		}
		if ( this.#streams.size >= MAX_STREAMS ) {
			throw new HostingError(
				503,
				`There are ${ MAX_STREAMS } event streams already. Close some pages.`
			);
		}
	}

	open( client: EventClient ): void {
		const { response, headers } = client;
		if ( response.destroyed ) {
			return;
		}
		this.#unwatch ??= this.#watch();
		const stream = new EventStream( client );
		this.#streams.add( stream );
		response.on( 'close', () => {
			stream.end();
			this.#streams.delete( stream );
			if ( this.#streams.size === 0 ) {
				this.#unwatch?.();
				this.#unwatch = null;
			}
		} );
		// A connection that breaks ends the stream by its close.
		response.on( 'error', () => {} );
		response.writeHead( 200, {
			...headers,
			'content-type': 'text/event-stream; charset=utf-8',
			'cache-control': 'no-store',
		} );
		const instance = this.#instance;
		response.write(
			`retry: ${ RETRY_MS }\n${ format( { event: 'hello', data: { instance } } ) }`
		);
	}

	close(): void {
		this.#streams.forEach( ( stream ) => stream.end() );
	}

	#watch(): () => void {
		const { changes, onError } = this.#options;
		const flush = throttle(
			() => void this.#flush().catch( onError ),
			INTERVAL_MS
		);
		return changes.watch( ( change ) => {
			this.#pending.set( JSON.stringify( change ), change );
			flush();
		} );
	}

	async #flush(): Promise< void > {
		const pending = [ ...this.#pending.values() ];
		this.#pending.clear();
		// The delayed flush may run after the last stream ended and the store was closed.
		if ( this.#streams.size === 0 ) {
			return;
		}
		const located: StaleData[] = [];
		for ( const change of pending ) {
			// Deleting an application changes thousands of rows.
			await this.#options.store.takeTurn( 2 );
			located.push( await locate( this.#options, change ) );
		}
		const byContent = new Map(
			located.map( ( change ) => [ JSON.stringify( change ), change ] )
		);
		const streams = [ ...this.#streams ];
		if ( located.some( ( { topic } ) => topic === 'users' ) ) {
			await Promise.all( streams.map( ( stream ) => stream.check() ) );
		}
		streams.forEach( ( stream ) =>
			stream.send( [ ...byContent.values() ] )
		);
	}
}
