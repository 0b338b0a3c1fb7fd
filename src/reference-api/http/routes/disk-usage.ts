import type { EnvironmentUsage, UsageDay } from '../../model/usage.ts';
import type { Services } from '../../services/services.ts';
import { readRange } from '../../usage/dates.ts';
import { growth } from '../../usage/growth.ts';
import { DiskUsageShape } from '../detail-shapes.ts';
import type { DiskUsageView } from '../detail-shapes.ts';
import { documentRoute } from '../route-documentation.ts';
import { AccountParams } from '../request-schemas.ts';
import type { TypedApp } from '../typed-app.ts';
import { DaysQuery } from '../usage-schemas.ts';

const USAGE = '/_local/accounts/:account/usage';
const MAX_INSTALLS = 1000;

interface Measured {
	days: UsageDay[];
	expectedTime: Date | null;
}

function usageView( { days, expectedTime }: Measured ) {
	return {
		...growth( days ),
		expectedTime: expectedTime?.toISOString() ?? null,
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
): Promise< DiskUsageView > {
	const range = readRange( query.first_date, query.last_date, now() );
	const report = await usage.report( account, range );
	const page = { limit: MAX_INSTALLS, offset: 0 };
	const { installs } = await usage.installs( account, range, page );
	const firsts = firstOfInstalls( report.environments );
	return {
		storageLimitBytes: report.storageLimitBytes,
		refreshTime: report.refreshTime?.toISOString() ?? null,
		expectedTime: report.expectedTime?.toISOString() ?? null,
		environments: report.environments.map( ( one ) => ( {
			id: one.environmentId,
			appId: one.appId,
			displayName: one.displayName,
			install: one.wpEnvironment,
			countsDatabase: firsts.has( one ),
			...usageView( one ),
		} ) ),
		installs: installs.map( ( one ) => ( {
			name: one.name,
			...usageView( one ),
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
			answers: { 200: DiskUsageShape },
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
			answers: { 200: DiskUsageShape },
			refusals: [ 429 ],
		} ),
		async ( { params } ) => {
			await services.usage.refresh( params.account );
			return diskUsage( services, params.account );
		}
	);
}
