import { quote, quoteName } from '../lib/names.ts';
import { HostingError } from '../model/hosting.ts';
import type { Account, Membership } from '../model/hosting.ts';
import { listAvailable } from '../store/lookups.ts';
import { checkRole } from './user-rules.ts';

export interface KnownAccounts {
	accounts: { all: () => Promise< Account[] > };
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
	const accountNames = ( await tables.accounts.all() ).map(
		( { name } ) => name
	);
	const seenAccounts = new Set< string >();
	for ( const { account, role } of memberships ) {
		checkRole( role );
		if ( ! accountNames.includes( account ) ) {
			throw new HostingError(
				400,
				`No account ${ quote( account ) }. ${ listAvailable( accountNames.map( quoteName ) ) }`,
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
