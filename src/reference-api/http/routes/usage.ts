/** The usage API, with and without the version in front. */
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { Services } from '../../services/services.ts';
import { readRange } from '../../usage/dates.ts';
import { documentRoute, NullBody } from '../route-documentation.ts';
import type { TypedApp } from '../typed-app.ts';
import {
	AccountIdParams,
	AccountLimits,
	accountRecord,
	AccountUsageAnswer,
	EnvironmentMetrics,
	InstallIdParams,
	installRecord,
	UsageQuery,
} from '../usage-api.ts';
import {
	accountById,
	config,
	DEFAULT_LIMIT,
	installById,
	registerUsageIds,
} from './usage-ids.ts';
import type { Base } from './usage-ids.ts';
import { describedObject } from '../schema-builders.ts';

const InstallUsageQuery = Type.Omit( UsageQuery, [ 'limit', 'offset' ] );

const InstallUsageAnswer = describedObject(
	'Disk usage and traffic of a WordPress install.',
	{
		install_name: Type.String(),
		...Type.Omit( EnvironmentMetrics, [ 'environment_name' ] ).properties,
	}
);

/** Sends the JSON text `null`: Fastify sends no body for a null value. */
function sendNull( reply: Pick< FastifyReply, 'type' > ): FastifyReply {
	return reply.type( 'application/json' ).send( 'null' );
}

function registerReports(
	app: TypedApp,
	services: Services,
	{ path, operation }: Base
): void {
	const ofAccount = documentRoute( {
		config,
		params: AccountIdParams,
		querystring: UsageQuery,
		id: operation( 'getAccountUsage' ),
		tag: 'Usage',
		summary: 'Reads the disk usage and traffic of an account',
		description:
			'By install and environment, for each day (UTC). Send both dates, or none for the last 30 days.',
		answers: { 200: AccountUsageAnswer },
	} );
	const ofInstall = documentRoute( {
		config,
		params: InstallIdParams,
		querystring: InstallUsageQuery,
		id: operation( 'getInstallUsage' ),
		tag: 'Usage',
		summary: 'Reads the disk usage and traffic of an install',
		description:
			'With the environments that are linked to it, for each day (UTC). Send both dates, or none for the last 30 days.',
		answers: { 200: InstallUsageAnswer },
	} );
	app.get(
		`${ path }/accounts/:account/usage`,
		ofAccount,
		async ( request ) => {
			const { params, query } = request;
			const { name } = await accountById(
				services,
				request,
				params.account
			);
			const range = readRange(
				query.first_date,
				query.last_date,
				services.now()
			);
			const page = {
				limit: query.limit ?? DEFAULT_LIMIT,
				offset: Number( query.offset ?? 0 ),
			};
			return accountRecord(
				await services.usage.installs( name, range, page )
			);
		}
	);
	app.get(
		`${ path }/installs/:install/usage`,
		ofInstall,
		async ( request ) => {
			const { params, query } = request;
			const install = await installById(
				services,
				request,
				params.install
			);
			const range = readRange(
				query.first_date,
				query.last_date,
				services.now()
			);
			return installRecord(
				await services.usage.install( install, range )
			);
		}
	);
}

function registerLimits(
	app: TypedApp,
	services: Services,
	{ path, operation }: Base
): void {
	const limits = documentRoute( {
		config,
		params: AccountIdParams,
		id: operation( 'getAccountLimits' ),
		tag: 'Usage',
		summary: 'Reads the limits of an account',
		description:
			'The platform’s settings, the same for all accounts. They are not enforced.',
		answers: { 200: AccountLimits },
	} );
	app.get(
		`${ path }/accounts/:account/limits`,
		limits,
		async ( request ) => {
			await accountById( services, request, request.params.account );
			return {
				visitors: services.limits.visitorLimit,
				storage: services.limits.storageLimitGigabytes,
				bandwidth: services.limits.bandwidthLimitGigabytes,
			};
		}
	);
}

function registerRefreshes(
	app: TypedApp,
	services: Services,
	{ path, operation }: Base
): void {
	const ofAccount = documentRoute( {
		config,
		params: AccountIdParams,
		id: operation( 'refreshAccountDiskUsage' ),
		tag: 'Usage',
		summary: 'Measures the disk usage of an account',
		description:
			'Returns immediately. `account_storage_refresh_expected_time` of the account’s usage says when the measurement is expected to end. Requests until then join the measurement.',
		answers: { 200: NullBody },
		refusals: [ 429 ],
	} );
	const ofInstall = documentRoute( {
		config,
		params: InstallIdParams,
		id: operation( 'refreshInstallDiskUsage' ),
		tag: 'Usage',
		summary: 'Measures the disk usage of an install',
		description:
			'As for an account, with the environments that are linked to the install.',
		answers: { 200: NullBody },
		refusals: [ 429 ],
	} );
	app.post(
		`${ path }/accounts/:account/usage/refresh_disk_usage`,
		ofAccount,
		async ( request, reply ) => {
			const { account } = request.params;
			const { name } = await accountById( services, request, account );
			await services.usage.refresh( name );
			return sendNull( reply );
		}
	);
	app.post(
		`${ path }/installs/:install/usage/refresh_disk_usage`,
		ofInstall,
		async ( request, reply ) => {
			const { install } = request.params;
			await services.usage.refreshInstall(
				await installById( services, request, install )
			);
			return sendNull( reply );
		}
	);
}

/** Registers the routes of the usage API, each with and without `/v1` in front. */
export function registerUsage( app: TypedApp, services: Services ): void {
	const bases: Base[] = [
		{ path: '/v1', operation: ( id ) => id },
		{ path: '', operation: ( id ) => `${ id }WithoutVersion` },
	];
	for ( const base of bases ) {
		registerUsageIds( app, services, base );
		registerReports( app, services, base );
		registerLimits( app, services, base );
		registerRefreshes( app, services, base );
	}
}
