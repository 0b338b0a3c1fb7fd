/** Installs have no account in their path: a user who changes one, or links to it, has to belong to its account. */
import type { FastifyRequest } from 'fastify';
import type { Installs } from '../apps/installs.ts';
import { quoteName } from '../lib/names.ts';
import { authorize } from './guard.ts';

/**
 * Rejects a request about an install of an account that its user does not belong to.
 *
 * @return Whether there is such an install.
 * @throws HostingError 403.
 */
export async function checkInstallAccess(
	services: { installs: Pick< Installs, 'find' > },
	request: FastifyRequest,
	name: string
): Promise< boolean > {
	const install = await services.installs.find( name );
	if ( install ) {
		authorize(
			request,
			install.accountName,
			`WordPress install ${ quoteName( name ) }`
		);
	}
	return install !== null;
}
