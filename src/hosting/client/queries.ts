import { QueryClient, useQuery } from '@tanstack/react-query';
import type { Query, UseQueryResult } from '@tanstack/react-query';
import { bodyOf } from '../../platform-client/platform-client.ts';
import type { PlatformClient } from '../../platform-client/platform-client.ts';
import { PlatformError } from '../../platform-client/platform-error.ts';
import type { components, paths } from '../../shared/platform-api.generated.ts';
import { useHost } from './host.ts';

/** What changed at the host. Without an environment, it may be any. */
export type StaleData = components[ 'schemas' ][ 'StaleData' ];

type Topic = StaleData[ 'topic' ];

/** What the answer is about. */
export type QueryKey = Readonly<
	Record< string, string | number | boolean | undefined >
>;

/** A path of the API that can be read. */
export type GetPath = {
	[ Path in keyof paths ]: paths[ Path ] extends { get: object }
		? Path
		: never;
}[ keyof paths ];

type Get< Path extends GetPath > = paths[ Path ] extends {
	get: infer Operation;
}
	? Operation
	: never;

/** The body of a successful response. */
export type AnswerOf< Path extends GetPath > =
	Get< Path > extends {
		responses: { 200: { content: { 'application/json': infer Body } } };
	}
		? Body
		: never;

type Parameters< Path extends GetPath, Place extends 'path' | 'query' > =
	Get< Path > extends { parameters: Partial< Record< Place, infer Values > > }
		? Values
		: never;

export interface HostGet< Path extends GetPath > {
	path?: Parameters< Path, 'path' >;
	query?: Parameters< Path, 'query' >;
	/** @default true */
	enabled?: boolean;
}

export interface HostQuery< Data > {
	/** What is read. */
	name: string;
	/** Changes of these make the answer stale. */
	topics: readonly Topic[];
	/** The parameters of the request. */
	key: QueryKey;
	read: (
		client: PlatformClient,
		signal: AbortSignal
	) => Promise< { data?: Data } >;
	/** @default true */
	enabled?: boolean;
	/** How long the answer is kept when no screen shows it. @default 5 minutes */
	gcTime?: number;
}

const MAX_RETRIES = 2;

function isWorthRetrying( failures: number, error: Error ): boolean {
	const isTemporary =
		error instanceof PlatformError &&
		( error.status === 0 || error.status >= 500 );
	return isTemporary && failures < MAX_RETRIES;
}

export function createQueryClient(): QueryClient {
	return new QueryClient( {
		defaultOptions: {
			queries: {
				retry: isWorthRetrying,
				staleTime: 2_000,
				// The platform may run on this machine while the machine is offline.
				networkMode: 'always',
			},
		},
	} );
}

function isStale( { queryKey, meta }: Query, changes: readonly StaleData[] ) {
	const topics = ( meta?.topics ?? [] ) as readonly string[];
	const key = ( queryKey[ 1 ] ?? {} ) as QueryKey;
	return changes.some(
		( { topic, account, environment } ) =>
			topics.includes( topic ) &&
			[ undefined, key.account ].includes( account ) &&
			( [ undefined, key.environment ].includes( environment ) ||
				key.environment === undefined )
	);
}

/** Requests the shown answers again that changes at the host made stale. */
export function refetchStale(
	queries: QueryClient,
	changes: readonly StaleData[]
): void {
	void queries.invalidateQueries( {
		predicate: ( query ) => isStale( query, changes ),
	} );
}

/** Reads an answer of the host and keeps it current. */
export function useHostQuery< Data >( {
	name,
	topics,
	key,
	read,
	enabled = true,
	gcTime,
}: HostQuery< Data > ): UseQueryResult< Data > {
	const { client, pollMs } = useHost();
	return useQuery( {
		queryKey: [ name, key ],
		queryFn: ( { signal } ) => bodyOf( read( client, signal ) ),
		refetchInterval: pollMs,
		meta: { topics },
		enabled,
		...( gcTime === undefined ? {} : { gcTime } ),
	} );
}

/** Reads what a path of the host answers, once. */
export function getFrom< Path extends GetPath >(
	client: PlatformClient,
	name: Path,
	params: Pick< HostGet< Path >, 'path' | 'query' >,
	signal: AbortSignal
): Promise< { data?: AnswerOf< Path > } > {
	// The types of the client cannot follow a path that is a type parameter.
	const get = client.GET as unknown as (
		path: Path,
		init: object
	) => Promise< { data?: AnswerOf< Path > } >;
	return get( name, { params, signal } );
}

/** Reads what a path of the host answers and keeps it current. */
export function useHostGet< Path extends GetPath >(
	name: Path,
	topics: readonly Topic[],
	{ path, query, enabled = true }: HostGet< Path > = {}
): UseQueryResult< AnswerOf< Path > > {
	const params = {
		...( path === undefined ? {} : { path } ),
		...( query === undefined ? {} : { query } ),
	};
	return useHostQuery( {
		name,
		topics,
		key: { ...( path as QueryKey ), ...( query as QueryKey ) },
		read: ( client, signal ) => getFrom( client, name, params, signal ),
		enabled,
	} );
}
