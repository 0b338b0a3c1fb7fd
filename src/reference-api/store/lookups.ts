/** Finds the objects that a path names. Errors list the existing names. */
import { HostingError } from '../model/hosting.ts';
import type {
	Account,
	App,
	EnvironmentPath,
	Install,
} from '../model/hosting.ts';
import { quoteName } from '../lib/names.ts';
import type { StoredBuild } from './builds.ts';
import type { StoredEnvironment } from './environments.ts';
import type { Tables } from './store.ts';

/** Maximum number of names in a message. */
const MAX_NAMES = 10;
/** One more than a message names, which shows that there are more. */
export const READ_NAMES = MAX_NAMES + 1;

/**
 * Lists the existing names in a sentence.
 *
 * @param names The first `READ_NAMES` of them, or all.
 */
export function listAvailable( names: readonly string[] ): string {
	const shown = names.slice( 0, MAX_NAMES );
	const [ only ] = shown;
	if ( only === undefined ) {
		return 'There are none.';
	}
	if ( names.length === 1 ) {
		return `There is ${ only }.`;
	}
	const last = names.length > shown.length ? 'more' : shown.pop();
	return `There are ${ shown.join( ', ' ) } and ${ last }.`;
}

/**
 * @param field The field of the request that names the account, if the path does not.
 * @throws HostingError 404.
 */
export async function findAccount(
	{ accounts }: Tables,
	name: string,
	field = ''
): Promise< Account > {
	const account = await accounts.find( name );
	if ( ! account ) {
		const known = ( await accounts.first( READ_NAMES ) ).map( ( one ) =>
			quoteName( one.name )
		);
		throw new HostingError(
			404,
			`The account ${ quoteName( name ) } does not exist. ${ listAvailable( known ) }`,
			{ field }
		);
	}
	return account;
}

/** @throws HostingError 404. */
export async function findApp(
	tables: Tables,
	accountName: string,
	appId: string
): Promise< App > {
	const app = await tables.apps.find( accountName, appId );
	if ( ! app ) {
		await findAccount( tables, accountName );
		const known = (
			await tables.apps.first( accountName, READ_NAMES )
		).map( ( one ) => quoteName( one.appId ) );
		throw new HostingError(
			404,
			`The app ${ quoteName( appId ) } does not exist in account ${ accountName }. ${ listAvailable( known ) }`
		);
	}
	return app;
}

/** @throws HostingError 404. */
export async function findEnvironment(
	tables: Tables,
	path: EnvironmentPath
): Promise< StoredEnvironment > {
	const { accountName, appId, environmentId } = path;
	const found = await tables.environments.find( environmentId );
	if ( found?.accountName === accountName && found.appId === appId ) {
		return found;
	}
	await findApp( tables, accountName, appId );
	const known = (
		await tables.environments.firstOf( accountName, appId, READ_NAMES )
	).map(
		( { id, displayName } ) => `${ quoteName( displayName ) } (${ id })`
	);
	throw new HostingError(
		404,
		`The environment ${ quoteName( environmentId ) } does not exist in app ${ appId }. ${ listAvailable( known ) }`
	);
}

/**
 * @param status      The status of the error: 404 for a path, 400 for a field.
 * @param accountName The account whose installs a refusal names; all of them without it.
 * @throws HostingError with that status.
 */
export async function findInstall(
	{ installs }: Tables,
	name: string,
	status: 400 | 404,
	accountName?: string
): Promise< Install > {
	const install = await installs.find( name );
	if ( ! install ) {
		const known = (
			await installs.firstNames( READ_NAMES, accountName )
		).map( quoteName );
		throw new HostingError(
			status,
			`The WordPress install ${ quoteName( name ) } does not exist. ${ listAvailable(
				known
			) } Add one with --wordpress NAME=URL or in the portal.`,
			// Else the name is in the path.
			status === 400 ? { field: 'wpEnvironment' } : {}
		);
	}
	return install;
}

/**
 * Finds a build by the number that users see.
 *
 * @throws HostingError 404.
 */
export async function findBuild(
	{ builds }: Tables,
	environmentId: string,
	number: number
): Promise< StoredBuild > {
	const build = await builds.findByNumber( environmentId, number );
	if ( ! build ) {
		const newest = await builds.newest( environmentId );
		throw new HostingError(
			404,
			`Build ${ number } does not exist. ${
				newest
					? `The newest one is ${ newest.number }.`
					: 'There are none.'
			}`
		);
	}
	return build;
}

/** @throws HostingError 404. */
export async function findBuildById(
	{ builds }: Tables,
	id: string
): Promise< StoredBuild > {
	const build = await builds.find( id );
	if ( ! build ) {
		throw new HostingError(
			404,
			`Build ${ quoteName( id ) } does not exist.`
		);
	}
	return build;
}
