/** What a client shows of an environment besides its summary, and of the disk usage of an account. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { webhookCalls } from './local-shapes.ts';
import { oneOf, orNull, time } from './shapes.ts';
import { closedObject, namedObject } from './closed-objects.ts';

const count = Type.Integer( { minimum: 0 } );
const cacheGroup = namedObject( 'CacheGroup', 'A cache group.', {
	name: Type.String( { examples: [ 'post-123' ] } ),
	entries: Type.Integer( {
		minimum: 0,
		description: 'Stored responses in this group.',
	} ),
} );
const key = Type.String( { examples: [ 'API_KEY' ] } );
const buildNumber = Type.Integer( { minimum: 1, examples: [ 42 ] } );

export const CacheShape = namedObject(
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

export const CacheGroupListShape = namedObject(
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

export const VariablesShape = namedObject(
	'Variables',
	'The variables of an environment, without the values of its shell variables.',
	{
		variables: Type.Array(
			closedObject( {
				key,
				setTime: time( 'When it was set last.' ),
				isReserved: Type.Boolean( {
					description:
						'Whether its value is not used, because the platform sets this variable.',
				} ),
			} ),
			{ description: 'The shell variables.' }
		),
		live: orNull( buildNumber, 'Number of the live build, or null.' ),
		waiting: Type.Array(
			closedObject( {
				key,
				change: oneOf( [ 'added', 'changed', 'deleted' ] ),
			} ),
			{
				description:
					'What is not as in the live release, until the next build is live.',
			}
		),
		comingBuild: orNull(
			buildNumber,
			'Number of the queued or running build that uses the current variables, or null.'
		),
		platformVariables: Type.Array(
			closedObject( {
				key,
				value: orNull(
					Type.String(),
					'Null if it is not known before the build, or not set.'
				),
				phase: oneOf(
					[ 'build', 'run', 'both' ],
					'Whether builds, the application or both get it.'
				),
				isDefault: Type.Boolean( {
					description: 'Whether a shell variable replaces it.',
				} ),
			} ),
			{ description: 'The variables that the platform sets.' }
		),
	}
);

export const WebhookSummaryShape = namedObject(
	'WebhookSummary',
	'The webhooks of an environment, without their token.',
	{
		exists: Type.Boolean(),
		createTime: orNull(
			time( 'When the token was created.' ),
			'Null if there are none.'
		),
		createdBy: Type.String( { description: 'Empty if there are none.' } ),
		tokenEnd: Type.String( {
			description: 'The last four characters of the token, or empty.',
			examples: [ 'x7Q=' ],
		} ),
		lastCalls: webhookCalls,
	}
);

const sizes = {
	fileBytes: orNull( count, 'Null if it was not measured.' ),
	databaseBytes: orNull(
		count,
		'Of the WordPress install; null if it is not on this machine.'
	),
};

const UsageDay = namedObject( 'DiskUsageDay', 'The disk usage of a day.', {
	date: Type.String( { format: 'date' } ),
	...sizes,
} );

const usage = {
	...sizes,
	totalBytes: Type.Integer( {
		minimum: 0,
		description: 'Of the last measurement; 0 without one.',
	} ),
	changeBytes: orNull(
		Type.Integer(),
		'Growth since the first day; null if it was not measured by then.'
	),
	expectedTime: orNull(
		time( 'A time.' ),
		'When the measurement that runs is expected to end, or null.'
	),
	days: Type.Array( UsageDay, {
		description: 'Oldest first, without gaps.',
	} ),
};

export const DiskUsageShape = namedObject(
	'DiskUsage',
	'The disk usage of an account. Sizes in bytes, days in UTC.',
	{
		storageLimitBytes: Type.Integer( {
			minimum: 0,
			description: 'It is not enforced; 0 for no limit.',
		} ),
		refreshTime: orNull(
			time( 'A time.' ),
			'When the account was measured last, or null.'
		),
		expectedTime: usage.expectedTime,
		environments: Type.Array(
			closedObject( {
				id: Type.String( { description: 'A UUID.' } ),
				appId: Type.String( { examples: [ 'shop' ] } ),
				displayName: Type.String( { examples: [ 'Production' ] } ),
				install: Type.String( {
					description: 'Name of the linked install.',
					examples: [ 'blog' ],
				} ),
				countsDatabase: Type.Boolean( {
					description:
						'Whether a sum of environments contains this database. False if an earlier environment has the same install.',
				} ),
				...usage,
			} ),
			{
				description:
					'The environments, each with the database of its install.',
			}
		),
		installs: Type.Array(
			closedObject( {
				name: Type.String( { examples: [ 'blog' ] } ),
				...usage,
			} ),
			{
				description:
					'The WordPress installs, each with all environments that are linked to it.',
			}
		),
	}
);

export type CacheView = Static< typeof CacheShape >;
export type VariablesView = Static< typeof VariablesShape >;
export type WebhookSummaryView = Static< typeof WebhookSummaryShape >;
export type DiskUsageView = Static< typeof DiskUsageShape >;
