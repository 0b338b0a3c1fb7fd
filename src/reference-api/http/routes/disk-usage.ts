import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { EnvironmentUsage, UsageDay } from '../../model/usage.ts';
import type { Services } from '../../services/services.ts';
import { readRange } from '../../usage/dates.ts';
import { growth } from '../../usage/growth.ts';
import { documentRoute } from '../route-documentation.ts';
import { AccountParams } from '../request-schemas.ts';
import { closedObject, namedObject, orNull, time } from '../schema-builders.ts';
import type { TypedApp } from '../typed-app.ts';
import { DaysQuery } from '../usage-api.ts';

const USAGE = '/_local/accounts/:account/usage';
const MAX_INSTALLS = 1000;

const count = Type.Integer( { minimum: 0 } );

const sizes = {
	fileBytes: orNull( count, 'Null if it was not measured.' ),
	databaseBytes: orNull(
		count,
		'Of the WordPress install; null if it is not on this machine.'
	),
};

const DiskUsageDay = namedObject( 'DiskUsageDay', 'The disk usage of a day.', {
	date: Type.String( { format: 'date' } ),
	...sizes,
} );

const usageFields = {
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
	days: Type.Array( DiskUsageDay, {
		description: 'Oldest first, without gaps.',
	} ),
};

const DiskUsageSchema = namedObject(
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
		expectedTime: usageFields.expectedTime,
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
				...usageFields,
			} ),
			{
				description:
					'The environments, each with the database of its install.',
			}
		),
		installs: Type.Array(
			closedObject( {
				name: Type.String( { examples: [ 'blog' ] } ),
				...usageFields,
			} ),
			{
				description:
					'The WordPress installs, each with all environments that are linked to it.',
			}
		),
	}
);

interface Measured {
	days: UsageDay[];
	expectedTime: Date | null;
}

function usageOf( { days, expectedTime }: Measured ) {
	return {
		...growth( days ),
		expectedTime,
		days: days.map( ( { date, fileBytes, databaseBytes } ) => ( {
			date,
			fileBytes,
			databaseBytes,
		} ) ),
	};
}

/** Finds the first environment of each install, because a sum must contain its database only once. */
function firstOfInstalls(
	environments: readonly EnvironmentUsage[]
): Set< EnvironmentUsage > {
	const byInstall = new Map< string, EnvironmentUsage >();
	const linked = environments.filter(
		( { wpEnvironment } ) => wpEnvironment !== ''
	);
	for ( const one of linked.toReversed() ) {
		byInstall.set( one.wpEnvironment, one );
	}
	return new Set( byInstall.values() );
}

async function diskUsage(
	{ usage, now }: Services,
	account: string,
	query: { first_date?: string; last_date?: string } = {}
): Promise< Static< typeof DiskUsageSchema > > {
	const range = readRange( query.first_date, query.last_date, now() );
	const report = await usage.report( account, range );
	const page = { limit: MAX_INSTALLS, offset: 0 };
	const { installs } = await usage.installs( account, range, page );
	const firsts = firstOfInstalls( report.environments );
	return {
		storageLimitBytes: report.storageLimitBytes,
		refreshTime: report.refreshTime,
		expectedTime: report.expectedTime,
		environments: report.environments.map( ( one ) => ( {
			id: one.environmentId,
			appId: one.appId,
			displayName: one.displayName,
			install: one.wpEnvironment,
			countsDatabase: firsts.has( one ),
			...usageOf( one ),
		} ) ),
		installs: installs.map( ( one ) => ( {
			name: one.name,
			...usageOf( one ),
		} ) ),
	};
}

export function registerDiskUsage( app: TypedApp, services: Services ): void {
	app.get(
		USAGE,
		documentRoute( {
			params: AccountParams,
			querystring: DaysQuery,
			id: 'readDiskUsage',
			tag: 'Usage',
			summary:
				'Reads the disk usage of an account by environment and install',
			description: 'The last 30 days if no days are given.',
			answers: { 200: DiskUsageSchema },
		} ),
		( { params, query } ) => diskUsage( services, params.account, query )
	);
	app.post(
		`${ USAGE }/refresh`,
		documentRoute( {
			params: AccountParams,
			id: 'refreshDiskUsage',
			tag: 'Usage',
			summary: 'Measures the disk usage of an account',
			description:
				'Returns immediately, with the expected time. Requests until then join the measurement.',
			answers: { 200: DiskUsageSchema },
			refusals: [ 429 ],
		} ),
		async ( { params } ) => {
			await services.usage.refresh( params.account );
			return diskUsage( services, params.account );
		}
	);
}
