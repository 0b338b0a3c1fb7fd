import type { PlatformRole, UserAccess } from '../model/hosting.ts';

/** The roles, the weakest first. */
const ORDER: readonly PlatformRole[] = [ 'none', 'read', 'write' ];

function highestRole( roles: readonly PlatformRole[] ): PlatformRole {
	return ORDER.findLast( ( role ) => roles.includes( role ) ) ?? 'none';
}

/** The access of a user; a role on the whole platform counts in all accounts. */
export class Access {
	/** The role for requests that concern no account. */
	readonly platform: PlatformRole;
	readonly #accounts: UserAccess[ 'accounts' ];

	constructor( { role, accounts }: UserAccess ) {
		this.platform = role;
		this.#accounts = accounts;
	}

	/** The strongest role that the user has anywhere. */
	get anywhere(): PlatformRole {
		return highestRole( [
			this.platform,
			...this.#accounts.map( ( { role } ) => role ),
		] );
	}

	roleIn( accountName: string ): PlatformRole {
		const own = this.#accounts.find(
			( { account } ) => account === accountName
		);
		return highestRole( [ this.platform, own?.role ?? 'none' ] );
	}

	sees( accountName: string ): boolean {
		return this.roleIn( accountName ) !== 'none';
	}
}

/** The access of a client that is not signed in. */
export const NO_ACCESS = new Access( { role: 'none', accounts: [] } );
