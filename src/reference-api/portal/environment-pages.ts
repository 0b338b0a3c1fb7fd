/** The pages of an environment that are about its builds. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Build } from '../model/hosting.ts';
import { HostingError } from '../model/hosting.ts';
import { FOR_WRITERS } from './forms.ts';
import type { Frame, Notice, Page } from './layout.ts';
import { loadEnvironment } from './environment-loader.ts';
import { readLogLines, readPlace } from './log.ts';
import { buildPage, hasEnded } from './pages/build.ts';
import { buildsPage } from './pages/builds.ts';
import { cleanRebuildPage } from './pages/confirmation.ts';
import { diskSize } from '../usage/disk-size.ts';
import { overviewPage } from './pages/overview.ts';
import { plainText } from '../../shared/plain-text.ts';
import type { EnvironmentParams, Portal } from './portal.ts';
import { pathOf, sendPage } from './portal.ts';
import { readResult } from './form-results.ts';
import type { EnvironmentView } from './environment-view.ts';

/** Where an environment's pages lie. */
export const ENVIRONMENT =
	'/accounts/:account/apps/:app/environments/:environment';

/** A request for something of an environment. */
export type EnvironmentRequest = FastifyRequest< {
	Params: EnvironmentParams;
} >;
/** A request for one build. */
export type BuildRequest = FastifyRequest< {
	Params: EnvironmentParams & { number: string };
} >;

/** The pages whose forms start builds. */
export type BuildsPageName = 'overview' | 'builds';

async function load(
	portal: Portal,
	request: EnvironmentRequest,
	notice: Notice | null = null
): Promise< { view: EnvironmentView; frame: Frame } > {
	const { view, frame } = await loadEnvironment( portal, request );
	const query = request.query as Record< string, unknown >;
	return {
		view,
		frame: { ...frame, notice: notice ?? readResult( query, view ) },
	};
}

async function overview(
	{ services }: Portal,
	frame: Frame,
	view: EnvironmentView
): Promise< Page > {
	const { id, accountName } = view.environment;
	const [ cache, usage ] = await Promise.all( [
		services.edges.report( id ),
		services.usage.report( accountName ),
	] );
	return overviewPage( frame, view, cache, diskSize( usage, id ) );
}

/**
 * Sends a page of an environment.
 *
 * @param request The request, of the page or of a form that was refused.
 */
export async function sendBuildsPage(
	portal: Portal,
	request: EnvironmentRequest,
	reply: FastifyReply,
	page: BuildsPageName,
	notice: Notice | null = null
): Promise< FastifyReply > {
	const { view, frame } = await load( portal, request, notice );
	const { page: wanted } = request.query as Record< string, unknown >;
	return sendPage(
		reply,
		frame,
		page === 'overview'
			? await overview( portal, frame, view )
			: buildsPage( frame, view, wanted )
	);
}

/**
 * Finds the build that a page or a form is about.
 *
 * @throws HostingError 404.
 */
export async function findBuild(
	portal: Portal,
	request: BuildRequest
): Promise< Build > {
	const { number } = request.params;
	if ( ! /^[1-9]\d{0,8}$/.test( number ) ) {
		throw new HostingError(
			404,
			`“${ number }” is no number of a build. Builds are numbered from 1.`
		);
	}
	const { id } = await portal.services.catalog.environment(
		pathOf( request )
	);
	return portal.services.builds.find( id, Number( number ) );
}

type ReadPiece = (
	offset: number
) => Promise< { text: string; nextOffset: number } >;

async function textOf( read: ReadPiece ): Promise< string > {
	let text = '';
	let piece = await read( 0 );
	while ( piece.text !== '' ) {
		text += piece.text;
		piece = await read( piece.nextOffset );
	}
	return text;
}

function registerBuildPage( scope: FastifyInstance, portal: Portal ): void {
	scope.get(
		`${ ENVIRONMENT }/builds/:number`,
		async ( request: BuildRequest, reply ) => {
			// The state is read first: what is written before the end is then surely in the log.
			const build = await findBuild( portal, request );
			const { view, frame } = await load( portal, request );
			const { from } = request.query as Record< string, unknown >;
			const log = await readLogLines(
				portal.services,
				build.id,
				readPlace( from ),
				hasEnded( build )
			);
			return sendPage(
				reply,
				frame,
				buildPage( frame, view, build, log )
			);
		}
	);
}

function registerRawLogs( scope: FastifyInstance, portal: Portal ): void {
	const { services } = portal;
	scope.get(
		`${ ENVIRONMENT }/builds/:number/log`,
		async ( request: BuildRequest, reply ) => {
			const { id } = await findBuild( portal, request );
			reply.type( 'text/plain; charset=utf-8' );
			return textOf( ( offset ) =>
				services.builds.readLog( id, offset )
			);
		}
	);
	scope.get(
		`${ ENVIRONMENT }/output`,
		async ( request: EnvironmentRequest, reply ) => {
			const { id } = await services.catalog.environment(
				pathOf( request )
			);
			const text = await textOf( ( offset ) =>
				services.builds.readApplicationLog( id, offset )
			);
			reply.type( 'text/plain; charset=utf-8' );
			return text.split( '\n' ).map( plainText ).join( '\n' );
		}
	);
}

/**
 * Registers the pages of an environment that are about its builds.
 *
 * @param scope The portal's part of the server.
 */
export function registerEnvironmentPages(
	scope: FastifyInstance,
	portal: Portal
): void {
	scope.get( ENVIRONMENT, ( request: EnvironmentRequest, reply ) =>
		sendBuildsPage( portal, request, reply, 'overview' )
	);
	scope.get(
		`${ ENVIRONMENT }/builds`,
		( request: EnvironmentRequest, reply ) =>
			sendBuildsPage( portal, request, reply, 'builds' )
	);
	scope.get(
		`${ ENVIRONMENT }/clean-rebuild`,
		FOR_WRITERS,
		async ( request: EnvironmentRequest, reply ) => {
			const { view, frame } = await load( portal, request );
			return sendPage( reply, frame, cleanRebuildPage( view ) );
		}
	);
	registerBuildPage( scope, portal );
	registerRawLogs( scope, portal );
}
