/**
 * The Settings page: an environment's webhooks, its linked install and its root directory.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { EnvironmentPath } from '../model/hosting.ts';
import { checkInstallAccess } from '../http/install-access.ts';
import { HostingError } from '../model/hosting.ts';
import { ENVIRONMENT } from './environment-pages.ts';
import type { FormState } from './forms.ts';
import {
	answerForm,
	EMPTY_FORM,
	FOR_WRITERS,
	formValues,
	noticeOf,
} from './forms.ts';
import type { Notice } from './layout.ts';
import { loadEnvironment } from './environment-loader.ts';
import { deletePage, regeneratePage } from './pages/confirmation.ts';
import { settingsPage, urlsPage } from './pages/settings.ts';
import type { EnvironmentParams, Portal } from './portal.ts';
import { pathOf, sendPage, wantsJson } from './portal.ts';
import { environmentHref } from './environment-view.ts';

type EnvironmentRequest = FastifyRequest< { Params: EnvironmentParams } >;

const SETTINGS = `${ ENVIRONMENT }/settings`;

const RESULTS = {
	created: () => 'Three URLs made. Copy one of them into WordPress.',
	regenerated: () => 'New URLs made. The old ones no longer work.',
	deleted: () =>
		'URLs deleted. Nothing can call this environment until you create new ones.',
	rooted: () => 'Saved. The next build uses this root directory.',
	linked: () => 'Saved. Builds get its address from the next one on.',
};

async function sendSettings(
	portal: Portal,
	request: EnvironmentRequest,
	reply: FastifyReply,
	given: { notice?: Notice; state?: FormState } = {}
): Promise< FastifyReply > {
	const { notice = noticeOf( request, RESULTS ), state = EMPTY_FORM } = given;
	const { view, frame } = await loadEnvironment( portal, request, notice );
	const set = await portal.services.webhooks.find( view.path );
	const installs = ( await portal.services.installs.all() ).filter(
		( { accountName } ) => request.access.sees( accountName )
	);
	return sendPage(
		reply,
		frame,
		settingsPage( frame, view, set, { installs, state } )
	);
}

type Act = ( path: EnvironmentPath, user: string ) => Promise< unknown >;

function registerWebhookForms( scope: FastifyInstance, portal: Portal ): void {
	const { services } = portal;
	const forms: Record< string, { word: keyof typeof RESULTS; act: Act } > = {
		create: {
			word: 'created',
			act: ( path, user ) => services.webhooks.create( path, user ),
		},
		regenerate: {
			word: 'regenerated',
			act: ( path, user ) => services.webhooks.regenerate( path, user ),
		},
		delete: {
			word: 'deleted',
			act: ( path ) => services.webhooks.delete( path ),
		},
	};
	for ( const [ name, { word, act } ] of Object.entries( forms ) ) {
		scope.post(
			`${ SETTINGS }/${ name }`,
			( request: EnvironmentRequest, reply ) =>
				answerForm(
					request,
					reply,
					async () => {
						const path = pathOf( request );
						await act( path, request.signedInAs );
						return environmentHref(
							path,
							`/settings?done=${ word }`
						);
					},
					( text ) =>
						sendSettings( portal, request, reply, {
							notice: { tone: 'bad', text },
						} )
				)
		);
	}
}

function registerQuestions( scope: FastifyInstance, portal: Portal ): void {
	const questions = { regenerate: regeneratePage, delete: deletePage };
	for ( const [ name, page ] of Object.entries( questions ) ) {
		scope.get(
			`${ SETTINGS }/${ name }`,
			FOR_WRITERS,
			async ( request: EnvironmentRequest, reply ) => {
				const { view, frame } = await loadEnvironment(
					portal,
					request
				);
				const set = await portal.services.webhooks.find( view.path );
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
 * The only answer that carries full URLs: asked for by a person, and never kept. Without the script it is a page.
 */
function registerFullUrls( scope: FastifyInstance, portal: Portal ): void {
	scope.post(
		`${ SETTINGS }/urls`,
		async ( request: EnvironmentRequest, reply ) => {
			const set = await portal.services.webhooks.find(
				pathOf( request )
			);
			if ( set === null ) {
				throw new HostingError(
					404,
					'This environment has no webhooks. Create them first.'
				);
			}
			if ( wantsJson( request ) ) {
				return reply.send( set.urls );
			}
			const { view, frame } = await loadEnvironment( portal, request );
			return sendPage( reply, frame, urlsPage( view, set ) );
		}
	);
}

interface ValueForm {
	word: keyof typeof RESULTS;
	save: (
		path: EnvironmentPath,
		values: Record< string, string >,
		request: FastifyRequest
	) => Promise< unknown >;
}

function registerValueForms( scope: FastifyInstance, portal: Portal ): void {
	const { services } = portal;
	const forms: Record< string, ValueForm > = {
		install: {
			word: 'linked',
			save: async ( path, { install = '' }, request ) => {
				await checkInstallAccess( services, request, install );
				return services.environmentSettings.link( path, install );
			},
		},
		'root-directory': {
			word: 'rooted',
			save: ( path, values ) =>
				services.environmentSettings.setRootDirectory(
					path,
					values.rootDirectory ?? ''
				),
		},
	};
	for ( const [ name, { word, save } ] of Object.entries( forms ) ) {
		scope.post(
			`${ SETTINGS }/${ name }`,
			( request: EnvironmentRequest, reply ) => {
				const values = formValues( request );
				return answerForm(
					request,
					reply,
					async () => {
						const path = pathOf( request );
						await save( path, values, request );
						return environmentHref(
							path,
							`/settings?done=${ word }`
						);
					},
					( message ) =>
						sendSettings( portal, request, reply, {
							state: { values, message },
						} )
				);
			}
		);
	}
}

/**
 * Registers the Settings page and its forms.
 *
 * @param scope The portal's part of the server.
 */
export function registerSettingPages(
	scope: FastifyInstance,
	portal: Portal
): void {
	scope.get( SETTINGS, ( request: EnvironmentRequest, reply ) =>
		sendSettings( portal, request, reply )
	);
	registerWebhookForms( scope, portal );
	registerQuestions( scope, portal );
	registerFullUrls( scope, portal );
	registerValueForms( scope, portal );
}
