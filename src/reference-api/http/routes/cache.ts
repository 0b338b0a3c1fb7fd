/** The edge cache of an environment: its statistics, and its cache groups. */
import { Type } from 'typebox';
import type { Services } from '../../services/services.ts';
import { documentRoute } from '../route-documentation.ts';
import {
	CacheGroupsQuery,
	EnvironmentParams,
	InvalidateGroupBody,
	pathOf,
} from '../request-schemas.ts';
import { closedObject, namedObject, orNull, time } from '../schema-builders.ts';
import type { TypedApp } from '../typed-app.ts';

const CACHE =
	'/_local/accounts/:account/apps/:app/environments/:environment/cache';

const count = Type.Integer( { minimum: 0 } );

const cacheGroup = namedObject( 'CacheGroup', 'A cache group.', {
	name: Type.String( { examples: [ 'post-123' ] } ),
	entries: Type.Integer( {
		minimum: 0,
		description: 'Stored responses in this group.',
	} ),
} );
const CacheSchema = namedObject(
	'CacheReport',
	'The statistics of an edge cache.',
	{
		hits: Type.Integer( {
			minimum: 0,
			description: 'Responses from the cache since the start.',
		} ),
		misses: Type.Integer( {
			minimum: 0,
			description: 'Responses from the application since the start.',
		} ),
		entries: Type.Integer( {
			minimum: 0,
			description: 'Stored responses.',
		} ),
		bytes: count,
		maxBytes: count,
		purgedAt: orNull( time( 'A time.' ), 'The last purge, or null.' ),
		minutes: Type.Array(
			closedObject( {
				at: time( 'Start of the minute.' ),
				hits: count,
				misses: count,
			} ),
			{ description: 'The last 60 minutes, oldest first, without gaps.' }
		),
		purges: Type.Array(
			closedObject( {
				at: time( 'When it was purged.' ),
				by: Type.String( { examples: [ 'with build 42', 'sam' ] } ),
				entries: Type.Integer( {
					minimum: 0,
					description: 'Stored responses that it removed.',
				} ),
			} ),
			{ description: 'Of the last hour, oldest first.' }
		),
		invalidations: Type.Array(
			closedObject( {
				at: time( 'When it happened.' ),
				by: Type.String( {
					examples: [ 'by POST /api/refresh', 'by sam' ],
				} ),
				total: Type.Integer( {
					minimum: 1,
					description: 'Number of invalidated groups.',
				} ),
				groups: Type.Array( cacheGroup, {
					description:
						'The first 10 of them, with the stored responses that they had.',
				} ),
			} ),
			{
				description:
					'Invalidations of cache groups in the last hour, oldest first.',
			}
		),
		notCached: Type.Array(
			closedObject( {
				path: Type.String( { description: 'Without its query.' } ),
				reason: Type.String( {
					examples: [ 'The response sets a cookie (Set-Cookie)' ],
				} ),
				requests: count,
			} ),
			{ description: 'Of the last hour, the most frequent first.' }
		),
	}
);

const CacheGroupListSchema = namedObject(
	'CacheGroupList',
	'The cache groups of the responses in an edge cache.',
	{
		total: Type.Integer( {
			minimum: 0,
			description: 'Number of groups that match the filter.',
		} ),
		groups: Type.Array( cacheGroup, {
			description: 'The 20 largest of them.',
		} ),
	}
);

export function registerCache(
	app: TypedApp,
	{ catalog, edges }: Services
): void {
	app.get(
		CACHE,
		documentRoute( {
			params: EnvironmentParams,
			id: 'readCache',
			tag: 'Environments',
			summary: 'Reads the statistics of the edge cache',
			description: 'With the reasons why responses were not cached.',
			answers: { 200: CacheSchema },
		} ),
		async ( { params } ) => {
			const { id } = await catalog.environment( pathOf( params ) );
			return edges.report( id );
		}
	);
	app.get(
		`${ CACHE }/groups`,
		documentRoute( {
			params: EnvironmentParams,
			querystring: CacheGroupsQuery,
			id: 'listCacheGroups',
			tag: 'Environments',
			summary: 'Lists the cache groups with the most stored responses',
			description:
				'A response names its groups in `Cache-Groups` (RFC 9875) or `Cache-Tag`. A response counts also after one of its other groups was invalidated, until it is requested again.',
			answers: { 200: CacheGroupListSchema },
		} ),
		async ( { params, query } ) => {
			const { id } = await catalog.environment( pathOf( params ) );
			return edges.listGroups( id, query.filter ?? '' );
		}
	);
	app.post(
		`${ CACHE }/groups/invalidate`,
		documentRoute( {
			config: { document: { database: 'read' } },
			params: EnvironmentParams,
			body: InvalidateGroupBody,
			id: 'invalidateCacheGroup',
			tag: 'Environments',
			summary: 'Invalidates the stored responses of a cache group',
			description:
				'The same as `Cache-Group-Invalidation` (RFC 9875) on the response of the application to an unsafe request. Returns the statistics of the cache; the last of `invalidations` is this one.',
			answers: { 200: CacheSchema },
		} ),
		async ( { params, body, signedInAs } ) => {
			const { id } = await catalog.environment( pathOf( params ) );
			edges.invalidateGroup( id, body.group, `by ${ signedInAs }` );
			return edges.report( id );
		}
	);
}
