/**
 * What the buttons about builds do. Each form is answered by a redirect, or by its page with the refusal on it.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { NOT_DEPLOYED } from '../builds/zip-errors.ts';
import { receiveZip } from '../http/zip-upload.ts';
import type { EnvironmentPath } from '../model/hosting.ts';
import { HostingError } from '../model/hosting.ts';
import type {
	BuildRequest,
	BuildsPageName,
	EnvironmentRequest,
} from './environment-pages.ts';
import { ENVIRONMENT, findBuild, sendBuildsPage } from './environment-pages.ts';
import { answerForm } from './forms.ts';
import { canCancel } from './pages/build.ts';
import type { Portal } from './portal.ts';
import { pathOf, refusalOf, wantsJson } from './portal.ts';
import { resultQuery } from './form-results.ts';
import { environmentHref } from './environment-view.ts';
import { stateWord } from './labels.ts';

/** Does what the form asks for and answers where to go next. */
type Act = (
	path: EnvironmentPath,
	request: EnvironmentRequest
) => Promise< string >;

interface Form {
	/** Below the environment. */
	address: string;
	/** The page that a refusal is shown on. */
	page: BuildsPageName;
	act: Act;
}

function starter( { signedInAs }: EnvironmentRequest ): string {
	return `portal, by ${ signedInAs }`;
}

function start(
	{ services }: Portal,
	action: 'rebuild' | 'cleanRebuild'
): Act {
	return async ( path, request ) => {
		const build = await services.triggers.trigger(
			path,
			action,
			starter( request )
		);
		const query = resultQuery( 'build', build?.number );
		return environmentHref( path, query );
	};
}

function purge( { services }: Portal ): Act {
	return async ( path, request ) => {
		const { id } = await services.catalog.environment( path );
		const { entries } = await services.edges.report( id );
		await services.triggers.trigger(
			path,
			'purgeCache',
			starter( request )
		);
		return environmentHref( path, resultQuery( 'purged', entries ) );
	};
}

/**
 * Adds to a refused upload what visitors get meanwhile.
 *
 * @param isScript Whether the portal's script asked.
 */
async function tellWhatStays(
	{ services }: Portal,
	path: EnvironmentPath,
	error: unknown,
	isScript: boolean
): Promise< unknown > {
	const { status, message } = refusalOf( error );
	if ( status === 401 || status === 404 || status >= 500 ) {
		return error;
	}
	const builds = await services.builds.of( path.environmentId );
	const live = builds.find( ( { state } ) => state === 'live' );
	// The script says itself which file was not deployed, and lets one be dropped.
	const words = isScript
		? message
				.replace( `${ NOT_DEPLOYED } `, '' )
				.replace( 'then upload it again', 'then drop it again' )
		: message;
	return new HostingError(
		status,
		live ? `${ words } Build ${ live.number } is still live.` : words
	);
}

function upload( portal: Portal ): Act {
	const { services, uploadFolder, limits } = portal;
	return async ( path, request ) => {
		await services.catalog.environment( path );
		try {
			const zip = await receiveZip( request, {
				folder: uploadFolder,
				maxBytes: limits.maxUploadBytes,
				idleMs: limits.uploadIdleSeconds * 1000,
			} );
			const { number } = await services.builds.upload(
				path,
				zip,
				`upload by ${ request.signedInAs }`
			);
			const query = resultQuery( 'uploaded', number );
			return environmentHref( path, `/builds/${ number }${ query }` );
		} catch ( error ) {
			throw await tellWhatStays(
				portal,
				path,
				error,
				wantsJson( request )
			);
		}
	};
}

function cancel( portal: Portal ): Act {
	return async ( path, request ) => {
		const build = await findBuild( portal, request as BuildRequest );
		const { number, state, operationId } = build;
		// Asked for by its operation, a build that was superseded stands for the one that took its place.
		if ( ! canCancel( build ) ) {
			throw new HostingError(
				409,
				`Build ${ number } was not cancelled. It is past that: ${ stateWord( state ) }.`
			);
		}
		await portal.services.builds.cancel( path, operationId );
		const query = resultQuery( 'cancelled', number );
		return environmentHref( path, `/builds/${ number }${ query }` );
	};
}

function redeploy( portal: Portal ): Act {
	return async ( path, request ) => {
		const { id } = await findBuild( portal, request as BuildRequest );
		const { number } = await portal.services.triggers.redeploy(
			path,
			id,
			request.signedInAs
		);
		const query = resultQuery( 'build', number );
		return environmentHref( path, query );
	};
}

function forms( portal: Portal ): Form[] {
	return [
		{
			address: '/rebuild',
			page: 'overview',
			act: start( portal, 'rebuild' ),
		},
		{
			address: '/clean-rebuild',
			page: 'builds',
			act: start( portal, 'cleanRebuild' ),
		},
		{ address: '/purge-cache', page: 'overview', act: purge( portal ) },
		{ address: '/upload', page: 'builds', act: upload( portal ) },
		{
			address: '/builds/:number/cancel',
			page: 'builds',
			act: cancel( portal ),
		},
		{
			address: '/builds/:number/redeploy',
			page: 'builds',
			act: redeploy( portal ),
		},
	];
}

/**
 * Registers what the buttons about builds do.
 *
 * @param scope The portal's part of the server.
 */
export function registerActions(
	scope: FastifyInstance,
	portal: Portal
): void {
	for ( const { address, page, act } of forms( portal ) ) {
		scope.post(
			ENVIRONMENT + address,
			( request: EnvironmentRequest, reply ): Promise< FastifyReply > =>
				answerForm(
					request,
					reply,
					() => act( pathOf( request ), request ),
					( text ) =>
						sendBuildsPage( portal, request, reply, page, {
							tone: 'bad',
							text,
						} )
				)
		);
	}
}
