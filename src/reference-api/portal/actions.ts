/**
 * What the portal's buttons do. Each form is answered by a redirect, or by its page with the refusal on it.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { EnvironmentPath } from '../model.ts';
import { receiveZip } from '../http/receive-zip.ts';
import { HostingError } from '../model.ts';
import {
	ENVIRONMENT,
	findBuild,
	pageAfterRefusal,
} from './environment-pages.ts';
import type { BuildRequest } from './environment-pages.ts';
import { canCancel } from './pages/build.ts';
import type { EnvironmentParams, Portal } from './portal.ts';
import { pathOf, refusalOf, sendPage, wantsJson } from './portal.ts';
import { stateWord } from './words.ts';
import { resultQuery } from './results.ts';
import { environmentHref } from './view.ts';

type EnvironmentRequest = FastifyRequest< { Params: EnvironmentParams } >;

/** Does what the form asks for and answers where to go next. */
type Act = (
	path: EnvironmentPath,
	request: EnvironmentRequest
) => Promise< string >;

interface Form {
	/** Below the environment. */
	address: string;
	/** The page that a refusal is shown on. */
	page: 'builds' | 'settings';
	act: Act;
}

function starter( request: FastifyRequest ): string {
	return `portal, by ${ request.signedInAs }`;
}

function buildForms( { hosting, uploadFolder }: Portal ): Form[] {
	const start = ( action: 'rebuild' | 'cleanRebuild' ): Act => {
		return async ( path, request ) => {
			const started = await hosting.trigger(
				path,
				action,
				starter( request )
			);
			return environmentHref(
				path,
				resultQuery( 'build', started?.number )
			);
		};
	};
	return [
		{ address: '/rebuild', page: 'builds', act: start( 'rebuild' ) },
		{
			address: '/clean-rebuild',
			page: 'builds',
			act: start( 'cleanRebuild' ),
		},
		{
			address: '/purge-cache',
			page: 'builds',
			act: async ( path, request ) => {
				const { id } = await hosting.environment( path );
				const { entries } = hosting.cache( id );
				await hosting.trigger( path, 'purgeCache', starter( request ) );
				return environmentHref(
					path,
					resultQuery( 'purged', entries )
				);
			},
		},
		{
			address: '/upload',
			page: 'builds',
			act: async ( path, request ) => {
				await hosting.environment( path );
				const build = await hosting.upload(
					path,
					await receiveZip( request, uploadFolder ),
					`upload by ${ request.signedInAs }`
				);
				return environmentHref(
					path,
					`/builds/${ build.number }${ resultQuery( 'uploaded', build.number ) }`
				);
			},
		},
	];
}

function cancelForm( portal: Portal ): Form {
	return {
		address: '/builds/:number/cancel',
		page: 'builds',
		act: async ( path, request ) => {
			const build = await findBuild( portal, request as BuildRequest );
			// Asked for by its operation, a build that was superseded stands for the one that took its place.
			if ( ! canCancel( build ) ) {
				throw new HostingError(
					409,
					`Build ${ build.number } was not cancelled. It is past that: ${ stateWord( build.state ) }.`
				);
			}
			await portal.hosting.cancel( path, build.operationId );
			const result = resultQuery( 'cancelled', build.number );
			return environmentHref(
				path,
				`/builds/${ build.number }${ result }`
			);
		},
	};
}

function webhookForms( { hosting }: Portal ): Form[] {
	const settings = ( path: EnvironmentPath, query: string ) =>
		environmentHref( path, `/settings${ query }` );
	return [
		{
			address: '/settings/create',
			page: 'settings',
			act: async ( path, request ) => {
				await hosting.createWebhooks( path, request.signedInAs );
				return settings( path, resultQuery( 'created' ) );
			},
		},
		{
			address: '/settings/regenerate',
			page: 'settings',
			act: async ( path, request ) => {
				await hosting.regenerateWebhooks( path, request.signedInAs );
				return settings( path, resultQuery( 'regenerated' ) );
			},
		},
		{
			address: '/settings/delete',
			page: 'settings',
			act: async ( path ) => {
				await hosting.deleteWebhooks( path );
				return settings( path, resultQuery( 'deleted' ) );
			},
		},
	];
}

async function answerRefusal(
	portal: Portal,
	form: Form,
	request: EnvironmentRequest,
	reply: FastifyReply,
	error: unknown
): Promise< FastifyReply > {
	const { status, message } = refusalOf( error );
	// A page of an environment that does not exist cannot be rendered; the portal's own handler tells of it.
	if ( status === 404 || status >= 500 ) {
		throw error;
	}
	reply.status( status );
	if ( wantsJson( request ) ) {
		return reply.send( { message } );
	}
	const { frame, page } = await pageAfterRefusal(
		portal,
		request,
		form.page,
		{ tone: 'bad', text: message }
	);
	return sendPage( reply, frame, page );
}

/**
 * The only answer that carries full URLs: asked for by a person, never kept, and no HTML.
 * @param scope
 * @param portal
 */
function registerFullUrls( scope: FastifyInstance, portal: Portal ): void {
	scope.post(
		`${ ENVIRONMENT }/settings/urls`,
		async ( request: EnvironmentRequest, reply ) => {
			const set = await portal.hosting.webhooks( pathOf( request ) );
			if ( set === null ) {
				throw new HostingError(
					404,
					'This environment has no webhooks. Create them first.'
				);
			}
			if ( wantsJson( request ) ) {
				return reply.send( set.urls );
			}
			return reply
				.type( 'text/plain; charset=utf-8' )
				.send( `${ Object.values( set.urls ).join( '\n' ) }\n` );
		}
	);
}

/**
 * Registers what the portal's buttons do.
 *
 * @param scope  The portal's part of the server.
 * @param portal The portal.
 */
export function registerActions(
	scope: FastifyInstance,
	portal: Portal
): void {
	for ( const form of [
		...buildForms( portal ),
		cancelForm( portal ),
		...webhookForms( portal ),
	] ) {
		scope.post(
			ENVIRONMENT + form.address,
			async ( request: EnvironmentRequest, reply ) => {
				try {
					const location = await form.act(
						pathOf( request ),
						request
					);
					return wantsJson( request )
						? await reply.send( { location } )
						: await reply.redirect( location, 303 );
				} catch ( error ) {
					return answerRefusal( portal, form, request, reply, error );
				}
			}
		);
	}
	registerFullUrls( scope, portal );
}
