/**
 * Remembers the account that was looked at last, for pages that are about none.
 */
import type {} from '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Account } from '../model/hosting.ts';

const COOKIE = 'headless_deploy_account';

/**
 * Finds the account that was looked at last, or the first one.
 *
 * @return Its name, or empty if there is none.
 */
export function lastAccount(
	request: FastifyRequest,
	accounts: readonly Account[]
): string {
	const last = request.cookies[ COOKIE ];
	const account = accounts.find( ( { name } ) => name === last );
	return ( account ?? accounts[ 0 ] )?.name ?? '';
}

/**
 * Remembers the account of each page.
 *
 * @param scope The portal's part of the server.
 */
export function rememberAccount( scope: FastifyInstance ): void {
	scope.addHook( 'onSend', async ( request, reply ) => {
		const { account } = ( request.params ?? {} ) as { account?: string };
		const isNew = account !== request.cookies[ COOKIE ];
		if ( account !== undefined && isNew && reply.statusCode < 300 ) {
			reply.setCookie( COOKIE, account, {
				path: '/portal',
				httpOnly: true,
				sameSite: 'strict',
			} );
		}
	} );
}
