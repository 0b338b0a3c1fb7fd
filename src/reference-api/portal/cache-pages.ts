/** The Cache page and its forms. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { EnvironmentPath } from '../model/hosting.ts';
import { HostingError } from '../model/hosting.ts';
import { ENVIRONMENT } from './environment-pages.ts';
import { loadEnvironment } from './environment-loader.ts';
import { answerForm, formValues, noticeOf } from './forms.ts';
import type { Notice } from './layout.ts';
import { cachePage } from './pages/cache.ts';
import type { EnvironmentParams, Portal } from './portal.ts';
import { pathOf, sendPage } from './portal.ts';
import { environmentHref } from './environment-view.ts';
import { countWords } from './labels.ts';

type EnvironmentRequest = FastifyRequest< { Params: EnvironmentParams } >;

const RESULTS = {
	purged: ( count: number ) =>
		`Cache purged, ${ countWords( count, 'page' ) } dropped.`,
	on: () => 'Each deploy purges the cache from now on.',
	off: () => 'Deploys leave the cache as it is from now on.',
};

async function sendCache(
	portal: Portal,
	request: EnvironmentRequest,
	reply: FastifyReply,
	refusal: Notice | null = null
): Promise< FastifyReply > {
	const notice = refusal ?? noticeOf( request, RESULTS );
	const { view, frame } = await loadEnvironment( portal, request, notice );
	const report = await portal.services.edges.report( view.environment.id );
	return sendPage( reply, frame, cachePage( frame, view, report ) );
}

async function purge(
	portal: Portal,
	path: EnvironmentPath,
	user: string
): Promise< string > {
	const { id } = await portal.services.catalog.environment( path );
	const { entries } = await portal.services.edges.report( id );
	await portal.services.triggers.trigger(
		path,
		'purgeCache',
		`portal, by ${ user }`
	);
	return environmentHref( path, `/cache?done=purged&n=${ entries }` );
}

async function setPurge(
	portal: Portal,
	path: EnvironmentPath,
	on: string | undefined
): Promise< string > {
	if ( on !== 'yes' && on !== 'no' ) {
		throw new HostingError(
			400,
			'Nothing was changed. The form says neither “yes” nor “no”. Load the page again.'
		);
	}
	await portal.services.environmentSettings.setPurgeOnDeploy(
		path,
		on === 'yes'
	);
	const word = on === 'yes' ? 'on' : 'off';
	return environmentHref( path, `/cache?done=${ word }` );
}

/**
 * Registers the Cache page and its forms.
 *
 * @param scope The portal's part of the server.
 */
export function registerCachePages(
	scope: FastifyInstance,
	portal: Portal
): void {
	const address = `${ ENVIRONMENT }/cache`;
	const acts = {
		purge: ( request: EnvironmentRequest ) =>
			purge( portal, pathOf( request ), request.signedInAs ),
		deploy: ( request: EnvironmentRequest ) =>
			setPurge( portal, pathOf( request ), formValues( request ).on ),
	};
	scope.get( address, ( request: EnvironmentRequest, reply ) =>
		sendCache( portal, request, reply )
	);
	for ( const [ name, act ] of Object.entries( acts ) ) {
		scope.post(
			`${ address }/${ name }`,
			( request: EnvironmentRequest, reply ) =>
				answerForm(
					request,
					reply,
					() => act( request ),
					( text ) =>
						sendCache( portal, request, reply, {
							tone: 'bad',
							text,
						} )
				)
		);
	}
}
