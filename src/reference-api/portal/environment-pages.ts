/**
 * The pages of an environment.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebhookSet } from '../model.ts';
import { HostingError } from '../model.ts';
import type { Frame, Notice } from './layout.ts';
import { readLogLines } from './log.ts';
import { buildPage, hasEnded } from './pages/build.ts';
import { buildsPage } from './pages/builds.ts';
import {
	cleanRebuildPage,
	deletePage,
	regeneratePage,
} from './pages/confirm.ts';
import { overviewPage } from './pages/overview.ts';
import { settingsPage } from './pages/settings.ts';
import type { EnvironmentParams, Portal } from './portal.ts';
import { frameOf, pathOf, sendPage } from './portal.ts';
import { readResult } from './results.ts';
import type { EnvironmentView } from './view.ts';
import { environmentHref, environmentView } from './view.ts';

/** Where an environment's pages lie. */
export const ENVIRONMENT =
	'/accounts/:account/apps/:app/environments/:environment';

type EnvironmentRequest = FastifyRequest< { Params: EnvironmentParams } >;
/** A request for one build. */
export type BuildRequest = FastifyRequest< {
	Params: EnvironmentParams & { number: string };
} >;

async function load(
	portal: Portal,
	request: EnvironmentRequest,
	notice: Notice | null = null
): Promise< { view: EnvironmentView; frame: Frame } > {
	const view = await environmentView( portal.hosting, pathOf( request ) );
	const query = request.query as Record< string, unknown >;
	const frame = await frameOf(
		portal,
		request,
		view.path.accountName,
		notice ?? readResult( query, view )
	);
	return { view, frame };
}

/**
 * Renders the page that a refused form came from, so that nothing else on it is lost.
 *
 * @param portal  The portal.
 * @param request The form's request.
 * @param page    Which page.
 * @param notice  The refusal.
 */
export async function pageAfterRefusal(
	portal: Portal,
	request: EnvironmentRequest,
	page: 'builds' | 'settings',
	notice: Notice
) {
	const { view, frame } = await load( portal, request, notice );
	return {
		frame,
		page:
			page === 'builds'
				? buildsPage( frame, view )
				: settingsPage(
						frame,
						view,
						await portal.hosting.webhooks( view.path )
					),
	};
}

/**
 * Finds the build that a page or a form is about.
 *
 * @param portal  The portal.
 * @param request The request.
 * @throws HostingError 404.
 */
export async function findBuild( portal: Portal, request: BuildRequest ) {
	const { number } = request.params;
	if ( ! /^[1-9]\d{0,8}$/.test( number ) ) {
		throw new HostingError(
			404,
			`“${ number }” is no number of a build. Builds are numbered from 1.`
		);
	}
	const { id } = await portal.hosting.environment( pathOf( request ) );
	return portal.hosting.build( id, Number( number ) );
}

function registerBuildPages( scope: FastifyInstance, portal: Portal ): void {
	scope.get(
		`${ ENVIRONMENT }/builds/:number`,
		async ( request: BuildRequest, reply ) => {
			const build = await findBuild( portal, request );
			const { view, frame } = await load( portal, request );
			const log = await readLogLines(
				portal.hosting,
				build.id,
				{ offset: 0, line: 1 },
				hasEnded( build )
			);
			return sendPage(
				reply,
				frame,
				buildPage( frame, view, build, log )
			);
		}
	);
	scope.get(
		`${ ENVIRONMENT }/builds/:number/lines`,
		async ( request: BuildRequest ) => {
			const query = request.query as Record< string, unknown >;
			const from = {
				offset: Math.max(
					0,
					Math.trunc( Number( query.offset ) ) || 0
				),
				line: Math.max( 1, Math.trunc( Number( query.line ) ) || 1 ),
			};
			// The state is read first: what is written before the end is then surely in the log.
			const build = await findBuild( portal, request );
			const ended = hasEnded( build );
			const log = await readLogLines(
				portal.hosting,
				build.id,
				from,
				ended
			);
			return {
				lines: log.lines.markup,
				nextOffset: log.nextOffset,
				nextLine: log.nextLine,
				ended: ended && log.isAll,
			};
		}
	);
	scope.get(
		`${ ENVIRONMENT }/builds/:number/log`,
		async ( request: BuildRequest, reply ) => {
			const build = await findBuild( portal, request );
			reply.type( 'text/plain; charset=utf-8' );
			let log = '';
			let chunk = await portal.hosting.readLog( build.id, 0 );
			while ( chunk.text !== '' ) {
				log += chunk.text;
				chunk = await portal.hosting.readLog(
					build.id,
					chunk.nextOffset
				);
			}
			return log;
		}
	);
}

function registerQuestions( scope: FastifyInstance, portal: Portal ): void {
	scope.get(
		`${ ENVIRONMENT }/clean-rebuild`,
		async ( request: EnvironmentRequest, reply ) => {
			const { view, frame } = await load( portal, request );
			return sendPage( reply, frame, cleanRebuildPage( view ) );
		}
	);
	const questions = { regenerate: regeneratePage, delete: deletePage };
	for ( const [ name, page ] of Object.entries( questions ) ) {
		scope.get(
			`${ ENVIRONMENT }/settings/${ name }`,
			async ( request: EnvironmentRequest, reply ) => {
				const { view, frame } = await load( portal, request );
				const set: WebhookSet | null = await portal.hosting.webhooks(
					view.path
				);
				return set === null
					? reply.redirect(
							environmentHref( view.path, '/settings' ),
							303
						)
					: sendPage( reply, frame, page( frame, view, set ) );
			}
		);
	}
}

/**
 * Registers the pages of an environment.
 *
 * @param scope  The portal's part of the server.
 * @param portal The portal.
 */
export function registerEnvironmentPages(
	scope: FastifyInstance,
	portal: Portal
): void {
	scope.get( ENVIRONMENT, async ( request: EnvironmentRequest, reply ) => {
		const { view, frame } = await load( portal, request );
		const cache = portal.hosting.cache( view.environment.id );
		return sendPage( reply, frame, overviewPage( frame, view, cache ) );
	} );
	scope.get(
		`${ ENVIRONMENT }/builds`,
		async ( request: EnvironmentRequest, reply ) => {
			const { view, frame } = await load( portal, request );
			return sendPage( reply, frame, buildsPage( frame, view ) );
		}
	);
	scope.get(
		`${ ENVIRONMENT }/settings`,
		async ( request: EnvironmentRequest, reply ) => {
			const { view, frame } = await load( portal, request );
			const set = await portal.hosting.webhooks( view.path );
			return sendPage( reply, frame, settingsPage( frame, view, set ) );
		}
	);
	registerBuildPages( scope, portal );
	registerQuestions( scope, portal );
}
