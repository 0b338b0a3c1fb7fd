/**
 * Finds what there is where somebody looked for something that is not there.
 */
import type { Access } from '../access/access.ts';
import type { Portal } from './portal.ts';
import { accountHref, environmentHref } from './environment-view.ts';

interface Link {
	name: string;
	href: string;
}

/** More links than that do not help. */
const MAX_LINKS = 10;

async function environmentLinks(
	{ services }: Portal,
	accountName: string,
	appId: string
): Promise< Link[] > {
	const environments = await services.catalog.environments(
		accountName,
		appId
	);
	return environments.map( ( { id, displayName } ) => ( {
		name: `${ appId }, ${ displayName }`,
		href: environmentHref( { accountName, appId, environmentId: id } ),
	} ) );
}

async function accountLinks(
	{ services }: Portal,
	access: Access
): Promise< Link[] > {
	const accounts = await services.catalog.accounts();
	return accounts
		.filter( ( { name } ) => access.sees( name ) )
		.map( ( { name } ) => ( {
			name: `Apps of ${ name }`,
			href: accountHref( name ),
		} ) );
}

/**
 * Makes links to the nearest things that there are.
 *
 * @param access What the user may see.
 * @param params The parameters of the address, from outside.
 */
export async function whatThereIs(
	portal: Portal,
	access: Access,
	params: { account?: string; app?: string; environment?: string }
): Promise< Link[] > {
	const { services } = portal;
	const { account = '', app = '', environment } = params;
	const accounts = await accountLinks( portal, access );
	if ( ! accounts.some( ( { href } ) => href === accountHref( account ) ) ) {
		return accounts.slice( 0, MAX_LINKS );
	}
	const apps = await services.catalog.apps( account );
	if ( ! apps.some( ( { appId } ) => appId === app ) ) {
		return [
			{ name: `Apps of ${ account }`, href: accountHref( account ) },
		];
	}
	const links = await environmentLinks( portal, account, app );
	const own = links.find( ( { href } ) =>
		href.endsWith( `/${ environment ?? '' }` )
	);
	return own
		? [ { name: 'All of its builds', href: `${ own.href }/builds` } ]
		: links.slice( 0, MAX_LINKS );
}
