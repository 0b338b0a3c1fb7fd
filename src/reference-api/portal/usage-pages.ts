/** The pages of disk usage and their Refresh. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ENVIRONMENT } from './environment-pages.ts';
import { loadEnvironment } from './environment-loader.ts';
import { answerForm } from './forms.ts';
import type { Notice } from './layout.ts';
import { accountUsagePage, environmentUsagePage } from './pages/disk-usage.ts';
import type { EnvironmentParams, Portal } from './portal.ts';
import { frameOf, pathOf, sendPage } from './portal.ts';
import { usageRange } from './usage-view.ts';
import { accountHref, environmentHref } from './environment-view.ts';

type EnvironmentRequest = FastifyRequest< { Params: EnvironmentParams } >;
type AccountRequest = FastifyRequest< { Params: { account: string } } >;

async function sendEnvironment(
	portal: Portal,
	request: EnvironmentRequest,
	reply: FastifyReply,
	notice: Notice | null = null
): Promise< FastifyReply > {
	const { view, frame } = await loadEnvironment( portal, request, notice );
	const usage = await portal.services.usage.report(
		view.path.accountName,
		usageRange( portal.now() )
	);
	return sendPage( reply, frame, environmentUsagePage( frame, view, usage ) );
}

async function sendAccount(
	portal: Portal,
	request: AccountRequest,
	reply: FastifyReply,
	notice: Notice | null = null
): Promise< FastifyReply > {
	const { account } = request.params;
	const usage = await portal.services.usage.report(
		account,
		usageRange( portal.now() )
	);
	const frame = await frameOf( portal, request, account, notice );
	return sendPage( reply, frame, accountUsagePage( frame, usage ) );
}

/**
 * Registers the pages of disk usage.
 *
 * @param scope The portal's part of the server.
 */
export function registerUsagePages(
	scope: FastifyInstance,
	portal: Portal
): void {
	const refresh = async ( account: string, next: string ) => {
		await portal.services.usage.refresh( account );
		return next;
	};
	scope.get(
		`${ ENVIRONMENT }/usage`,
		( request: EnvironmentRequest, reply ) =>
			sendEnvironment( portal, request, reply )
	);
	scope.get( '/accounts/:account/usage', ( request: AccountRequest, reply ) =>
		sendAccount( portal, request, reply )
	);
	scope.post(
		`${ ENVIRONMENT }/usage/refresh`,
		( request: EnvironmentRequest, reply ) =>
			answerForm(
				request,
				reply,
				async () => {
					const path = pathOf( request );
					await portal.services.catalog.environment( path );
					return refresh(
						path.accountName,
						environmentHref( path, '/usage' )
					);
				},
				( text ) =>
					sendEnvironment( portal, request, reply, {
						tone: 'bad',
						text,
					} )
			)
	);
	scope.post(
		'/accounts/:account/usage/refresh',
		( request: AccountRequest, reply ) =>
			answerForm(
				request,
				reply,
				() =>
					refresh(
						request.params.account,
						`${ accountHref( request.params.account ) }/usage`
					),
				( text ) =>
					sendAccount( portal, request, reply, { tone: 'bad', text } )
			)
	);
}
