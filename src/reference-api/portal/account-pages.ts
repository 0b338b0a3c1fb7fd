/** The page of accounts and its form. */
import type { FastifyInstance } from 'fastify';
import { noticeOf, registerList } from './forms.ts';
import { accountsPage } from './pages/accounts.ts';
import type { Portal } from './portal.ts';
import { frameOf, sendPage } from './portal.ts';

const RESULTS = { created: () => 'Account created.' };

/**
 * Registers the page of accounts.
 *
 * @param scope The portal's part of the server.
 */
export function registerAccountPages(
	scope: FastifyInstance,
	portal: Portal
): void {
	registerList(
		scope,
		'/accounts',
		'platform',
		async ( request, reply, state ) => {
			const notice = noticeOf( request, RESULTS );
			const frame = await frameOf( portal, request, '', notice );
			return sendPage( reply, frame, accountsPage( frame, state ) );
		},
		async ( { name = '' } ) => {
			await portal.services.catalog.createAccount( name.trim() );
			return '/portal/accounts?done=created';
		}
	);
}
