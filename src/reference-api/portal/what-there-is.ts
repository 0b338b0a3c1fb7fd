/**
 * Finds what there is where somebody looked for something that is not there.
 */
import type { Portal } from './portal.ts';
import { accountHref, environmentHref } from './view.ts';

interface Link {
	name: string;
	href: string;
}

/** More links than that do not help. */
const MAX_LINKS = 10;

async function environmentLinks(
	{ hosting }: Portal,
	accountName: string,
	appId: string
): Promise< Link[] > {
	const environments = await hosting.environments( accountName, appId );
	return environments.map( ( { id, displayName } ) => ( {
		name: `${ appId }, ${ displayName }`,
		href: environmentHref( { accountName, appId, environmentId: id } ),
	} ) );
}

async function accountLinks( { hosting }: Portal ): Promise< Link[] > {
	const accounts = await hosting.accounts();
	return accounts.map( ( { name } ) => ( {
		name: `Apps of ${ name }`,
		href: accountHref( name ),
	} ) );
}

/**
 * Makes links to the nearest things that there are.
 *
 * @param portal             The portal.
 * @param params             The parameters of the address, from outside.
 * @param params.account
 * @param params.app
 * @param params.environment
 */
export async function whatThereIs(
	portal: Portal,
	params: { account?: string; app?: string; environment?: string }
): Promise< Link[] > {
	const { hosting } = portal;
	const { account = '', app = '', environment } = params;
	const accounts = await accountLinks( portal );
	if ( ! accounts.some( ( { href } ) => href === accountHref( account ) ) ) {
		return accounts.slice( 0, MAX_LINKS );
	}
	const apps = await hosting.apps( account );
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
