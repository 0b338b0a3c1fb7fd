import { useEffect } from '@wordpress/element';
import type { Session } from './session.ts';

/** Where the browser keeps the account of the last visit. */
const LAST_ACCOUNT = 'headless-deploy-account';

/** The account that an address is about; else the one of the last visit, else the user’s first one, else empty. */
export function useAccount(
	address: string,
	{ accounts }: Pick< Session, 'accounts' >
): string {
	const [ , part = '' ] = /^\/accounts\/([^/]+)/.exec( address ) ?? [];
	const names = accounts.map( ( { name } ) => name );
	const account =
		[ part, localStorage.getItem( LAST_ACCOUNT ) ].find(
			( name ) => name !== null && names.includes( name )
		) ??
		names[ 0 ] ??
		'';
	useEffect( () => {
		if ( account !== '' ) {
			localStorage.setItem( LAST_ACCOUNT, account );
		}
	}, [ account ] );
	return account;
}
