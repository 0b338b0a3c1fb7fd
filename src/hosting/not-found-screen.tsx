import { useLocation } from 'wouter';
import { PlatformError } from '../platform-client/platform-error.ts';
import { __, sprintf } from '../ui/i18n.ts';
import { NotFound } from '../ui/not-found.tsx';
import { addresses } from './addresses.ts';
import { useApps } from './apps/app-list.ts';
import { useHost } from './client/host.ts';
import { useAccountNames } from './client/session.ts';

/** Whether the host has no such thing, or no longer. */
export function isNotFound( error: Error | null ): error is PlatformError {
	return error instanceof PlatformError && error.status === 404;
}

/** A typed address may contain an invalid encoding. */
function decoded( part: string ): string {
	try {
		return decodeURIComponent( part );
	} catch {
		return part;
	}
}

/** The names in the address of a screen. */
function namesIn( address: string ) {
	const [ , account = '', app = '', environment = '' ] =
		/^\/accounts\/([^/]+)(?:\/apps\/([^/]+))?(?:\/environments\/([^/]+))?/.exec(
			address
		) ?? [];
	return {
		account: decoded( account ),
		app: decoded( app ),
		environment: decoded( environment ),
	};
}

/** Links to what exists near an address that leads to nothing. */
function useNearLinks() {
	const { has } = useHost();
	const { account, app, environment } = namesIn( useLocation()[ 0 ] );
	const accounts = useAccountNames();
	const mayExist = accounts.length === 0 || accounts.includes( account );
	const { data } = useApps(
		account,
		account !== '' && mayExist && has( 'listAppSummaries' )
	);
	/* translators: %s: name of an account. */
	const appsOf = __( 'Apps of %s', 'headless-deploy' );
	const toApps = ( name: string ) => ( {
		name: sprintf( appsOf, name ),
		href: addresses.apps( name ),
	} );
	if ( account === '' ) {
		return [ { name: __( 'See all apps', 'headless-deploy' ), href: '/' } ];
	}
	if ( ! mayExist ) {
		return accounts.map( toApps );
	}
	const environments =
		data?.apps.find( ( { appId } ) => appId === app )?.environments ?? [];
	const own = environments.find( ( { id } ) => id === environment );
	if ( own ) {
		return [
			{
				name: __( 'All of its builds', 'headless-deploy' ),
				href: addresses.ofEnvironment( own, 'builds' ),
			},
		];
	}
	return environments.length === 0
		? [ toApps( account ) ]
		: environments.map( ( near ) => ( {
				name: `${ near.appId } / ${ near.displayName }`,
				href: addresses.ofEnvironment( near ),
			} ) );
}

/**
 * The screen of an address that leads to nothing.
 *
 * @param props.message The host’s message.
 */
export function NotFoundScreen( { message }: { message?: string } ) {
	return (
		<NotFound
			{ ...( message === undefined ? {} : { message } ) }
			links={ useNearLinks() }
		/>
	);
}
