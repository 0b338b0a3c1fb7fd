import type { FastifyRequest } from 'fastify';
import { HostingError } from '../../model/hosting.ts';
import type { Account, Install } from '../../model/hosting.ts';
import type { Services } from '../../services/services.ts';
import { quote } from '../../lib/names.ts';
import { documentRoute } from '../route-documentation.ts';
import { authorize } from '../guard.ts';
import type { TypedApp } from '../typed-app.ts';
import {
	AccountIdParams,
	AccountItem,
	AccountPage,
	InstallIdParams,
	InstallItem,
	InstallPage,
	PageQuery,
} from '../usage-api.ts';

/** The services that list accounts and installs. */
export type UsageServices = Pick< Services, 'catalog' | 'installs' >;

/** Where routes are registered: each has two addresses, so the ids of operations say which one is meant. */
export interface Base {
	path: '' | '/v1';
	operation: ( id: string ) => string;
}

/** How many items a page has unless the request says it. */
export const DEFAULT_LIMIT = 100;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The service's messages for the routes of the usage API. */
export const config = {
	scope: 'any' as const,
	refusals: {
		signIn: 'Bad Credentials',
		write: "You don't have permission to perform that action",
	},
};

/**
 * Finds an account or install.
 *
 * @throws HostingError 400 or 404.
 */
function findById< Item extends { id: string } >(
	kind: 'account' | 'install',
	items: readonly Item[],
	id: string
): Item {
	if ( ! UUID.test( id ) ) {
		throw new HostingError(
			400,
			`${ quote( id ) } is not the UUID of an ${ kind }. GET /${ kind }s lists the UUIDs of all ${ kind }s.`
		);
	}
	const found = items.find( ( item ) => item.id === id.toLowerCase() );
	if ( ! found ) {
		throw new HostingError( 404, 'Not Found' );
	}
	return found;
}

/** Returns a page of a list, with the URLs of the previous and the next page. */
function pageOf< Item >(
	items: readonly Item[],
	path: string,
	{ limit = DEFAULT_LIMIT, offset = 0 }: { limit?: number; offset?: number }
) {
	const address = ( at: number ) =>
		`${ path }?limit=${ limit }&offset=${ at }`;
	const end = offset + limit;
	return {
		previous: offset > 0 ? address( Math.max( 0, offset - limit ) ) : null,
		next: end < items.length ? address( end ) : null,
		count: items.length,
		results: items.slice( offset, end ),
	};
}

/**
 * Finds an account by its UUID, for a user who belongs to it.
 *
 * @param request The request; its method decides which role is needed.
 * @throws HostingError 400, 403 or 404.
 */
export async function accountById(
	services: UsageServices,
	request: FastifyRequest,
	id: string
): Promise< Account > {
	const account = findById(
		'account',
		await services.catalog.accounts(),
		id
	);
	authorize( request, account.name );
	return account;
}

/**
 * Finds an install by its UUID, for a user who belongs to its account.
 *
 * @param request The request; its method decides which role is needed.
 * @throws HostingError 400, 403 or 404.
 */
export async function installById(
	services: UsageServices,
	request: FastifyRequest,
	id: string
): Promise< Install > {
	const install = findById( 'install', await services.installs.all(), id );
	authorize( request, install.accountName );
	return install;
}

async function accountItems(
	services: UsageServices,
	{ access }: FastifyRequest
) {
	const accounts = await services.catalog.accounts();
	return accounts
		.filter( ( { name } ) => access.sees( name ) )
		.map( ( { id, name } ) => ( { id, name } ) );
}

/** Shows installs with the UUIDs of their accounts. Installs without an account are omitted. */
async function installItems(
	services: UsageServices,
	request: FastifyRequest
) {
	const accounts = await accountItems( services, request );
	const installs = await services.installs.all();
	return installs.flatMap( ( { id, name, accountName } ) => {
		const account = accounts.find( ( one ) => one.name === accountName );
		return account ? [ { id, name, account: { id: account.id } } ] : [];
	} );
}

function registerAccounts(
	app: TypedApp,
	services: UsageServices,
	{ path, operation }: Base
): void {
	const url = `${ path }/accounts`;
	const all = documentRoute( {
		config,
		querystring: PageQuery,
		id: operation( 'listAccountIds' ),
		tag: 'Usage',
		summary: 'Lists the accounts with their UUIDs',
		description: 'The usage API identifies accounts by their UUIDs.',
		answers: { 200: AccountPage },
	} );
	const one = documentRoute( {
		config,
		params: AccountIdParams,
		id: operation( 'getAccountId' ),
		tag: 'Usage',
		summary: 'Shows an account',
		description: 'The name is the one in the paths of the other routes.',
		answers: { 200: AccountItem },
	} );
	app.get( url, all, async ( request ) =>
		pageOf( await accountItems( services, request ), url, request.query )
	);
	app.get( `${ url }/:account`, one, async ( request ) => {
		const { account } = request.params;
		const { id, name } = await accountById( services, request, account );
		return { id, name };
	} );
}

function registerInstalls(
	app: TypedApp,
	services: UsageServices,
	{ path, operation }: Base
): void {
	const url = `${ path }/installs`;
	const all = documentRoute( {
		config,
		querystring: PageQuery,
		id: operation( 'listInstallIds' ),
		tag: 'Usage',
		summary: 'Lists the WordPress installs with their UUIDs',
		description: 'The usage API identifies installs by their UUIDs.',
		answers: { 200: InstallPage },
	} );
	const one = documentRoute( {
		config,
		params: InstallIdParams,
		id: operation( 'getInstallId' ),
		tag: 'Usage',
		summary: 'Shows a WordPress install',
		description: 'With the UUID of its account.',
		answers: { 200: InstallItem },
	} );
	app.get( url, all, async ( request ) =>
		pageOf( await installItems( services, request ), url, request.query )
	);
	app.get( `${ url }/:install`, one, async ( request ) => {
		const { install } = request.params;
		const { id } = await installById( services, request, install );
		return findById(
			'install',
			await installItems( services, request ),
			id
		);
	} );
}

/** Registers the lists of accounts and installs. */
export function registerUsageIds(
	app: TypedApp,
	services: UsageServices,
	base: Base
): void {
	registerAccounts( app, services, base );
	registerInstalls( app, services, base );
}
