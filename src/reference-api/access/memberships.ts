import { quote, quoteName } from '../lib/names.ts';
import { HostingError } from '../model/hosting.ts';
import type { Account, Membership } from '../model/hosting.ts';
import { listAvailable, READ_NAMES } from '../store/lookups.ts';
import { checkRole } from './user-rules.ts';

export interface KnownAccounts {
	accounts: {
		find: ( name: string ) => Promise< Account | null >;
		first: ( limit: number ) => Promise< Account[] >;
	};
}

/**
 * Validates memberships and sorts them by account.
 *
 * @throws HostingError 400 for an unknown account, an account that is named twice, or an unknown role.
 */
export async function checkedMemberships(
	tables: KnownAccounts,
	memberships: readonly Membership[]
): Promise< Membership[] > {
	const seenAccounts = new Set< string >();
	for ( const { account, role } of memberships ) {
		checkRole( role );
		if ( ! ( await tables.accounts.find( account ) ) ) {
			const known = await tables.accounts.first( READ_NAMES );
			const names = known.map( ( { name } ) => quoteName( name ) );
			throw new HostingError(
				400,
				`The account ${ quote( account ) } does not exist. ${ listAvailable( names ) }`,
				{ field: 'account' }
			);
		}
		if ( seenAccounts.has( account ) ) {
			throw new HostingError(
				400,
				`The account ${ quote( account ) } is named twice. Name it once.`,
				{ field: 'account' }
			);
		}
		seenAccounts.add( account );
	}
	return memberships
		.map( ( { account, role } ) => ( { account, role } ) )
		.toSorted( ( a, b ) => ( a.account < b.account ? -1 : 1 ) );
}
