import type { ApiUser } from '../../shared/platform-api.generated.ts';
import { __ } from '../i18n.ts';

export type Role = ApiUser[ 'role' ];

export function roleLabel( role: Role ): string {
	return {
		none: __( 'No access', 'headless-deploy' ),
		read: __( 'Read-only', 'headless-deploy' ),
		write: __( 'Read and write', 'headless-deploy' ),
	}[ role ];
}

export const ROLES: readonly Role[] = [ 'none', 'read', 'write' ];

export function roleOptions() {
	return ROLES.map( ( role ) => ( {
		label: roleLabel( role ),
		value: role,
	} ) );
}

/** Where a user has access: an account, or the whole platform. */
export interface Access {
	place: string;
	role: Role;
}

export function accessOf( { role, accounts }: ApiUser ): Access[] {
	const platform = {
		place: __( 'Whole platform', 'headless-deploy' ),
		role,
	};
	return [
		...( role === 'none' ? [] : [ platform ] ),
		...accounts.map( ( one ) => ( {
			place: one.account,
			role: one.role,
		} ) ),
	];
}

/** Whether no other user could change API users if this one were deleted. */
export function isLastWriter(
	user: ApiUser,
	users: readonly ApiUser[]
): boolean {
	const writers = users.filter( ( { role } ) => role === 'write' );
	return user.role === 'write' && writers.length === 1;
}
