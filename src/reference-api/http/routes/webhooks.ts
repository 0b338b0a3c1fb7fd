/** The webhook URLs (interface 4.4). Only the token authorizes a call. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { WEBHOOK_ACTIONS, isWebhookAction } from '../../../shared/actions.ts';
import type { WebhookAction } from '../../../shared/actions.ts';
import type { Services } from '../../services/services.ts';
import { HostingError } from '../../model/hosting.ts';
import { quote } from '../../lib/names.ts';
import { ignoreRequestBodies } from '../body-parsers.ts';
import { PATH_TOO_LONG } from '../error-responses.ts';
import { startedOperation, WebhookAnswer } from '../operation-responses.ts';
import { COMPONENT_NAME } from '../openapi-components.ts';
import { documentRoute } from '../route-documentation.ts';
import {
	EnvironmentParams,
	MAX_PARAM_LENGTH,
	pathOf,
} from '../request-schemas.ts';
import { oneOf } from '../schema-builders.ts';
import type { TypedApp } from '../typed-app.ts';

const VERB = 'webhook:';
const SET =
	'/wh/v1/accounts/:account/apps/:app/environments/:environment/webhooks';

function readAction( webhook: string ) {
	const action = webhook.startsWith( VERB )
		? webhook.slice( VERB.length )
		: '';
	if ( ! isWebhookAction( action ) ) {
		throw new HostingError(
			404,
			`The webhook ${ quote( webhook ) } does not exist. There are ${ WEBHOOK_ACTIONS.map(
				( known ) => VERB + known
			).join( ', ' ) }.`
		);
	}
	return action;
}

/** Refuses an address that is not a webhook, because it has no route whose credentials could be asked for. */
function refuseAddress( url: string ): never {
	const path = url.replace( /\?.*/s, '' );
	if (
		path.split( '/' ).some( ( part ) => part.length > MAX_PARAM_LENGTH )
	) {
		// The router takes the next matching route instead of refusing it.
		throw new HostingError( 414, PATH_TOO_LONG );
	}
	const corrected = path.replaceAll( /\/+/g, '/' ).replace( /\/$/, '' );
	const [ , action = '' ] =
		/^(?:\/[\w-]+)+\/webhook(?::|%3a)(\w+)$/i.exec( corrected ) ?? [];
	throw new HostingError(
		404,
		isWebhookAction( action ) && corrected !== path
			? `This webhook URL has a slash too many. Call ${ corrected }?token=… instead.`
			: 'No webhook has this address. Copy the whole URL from the settings of the environment.'
	);
}

function tokenIn( query: unknown ): string {
	const token =
		typeof query === 'object' && query !== null && 'token' in query
			? query.token
			: '';
	return typeof token === 'string' ? token : '';
}

function refuseMethod( method: string ): never {
	throw new HostingError(
		405,
		`${ method } is not allowed here. Call a webhook with POST.`,
		{ headers: { allow: 'POST' } }
	);
}

const CONFIG = { open: true, allowsCrossSite: true } as const;

/** The router cannot separate the colon of `webhook:` and its escaped form from a parameter, so only the document contains it. */
const document = {
	url: `${ SET }/webhook:::action`,
	schema: {
		params: Type.Interface( [ EnvironmentParams ], {
			action: Type.Unsafe< WebhookAction >( {
				...oneOf( WEBHOOK_ACTIONS, 'Written exactly so.' ),
				[ COMPONENT_NAME ]: 'webhookAction',
			} ),
		} ),
	},
};

const documentation = documentRoute( {
	config: { ...CONFIG, document },
	id: 'callWebhook',
	tag: 'Webhooks',
	summary: 'Triggers an action of an environment',
	description:
		'The request body is ignored. Only the token authorizes the call. While a build runs, further calls share one queued build. A wrong, missing or replaced token returns 403, a deleted set 404, a rebuild before the first upload 422.',
	answers: { 200: WebhookAnswer },
	refusals: [ 403, 404, 405, 422, 429 ],
} );

export function registerWebhooks( app: TypedApp, services: Services ): void {
	app.register( async ( scope ) => {
		ignoreRequestBodies( scope );
		scope.post( `${ SET }/:webhook`, documentation, async ( request ) => {
			const params = request.params as Static<
				typeof EnvironmentParams
			> & { webhook: string };
			const path = pathOf( params );
			const build = await services.triggers.callWebhook(
				path,
				readAction( params.webhook ),
				tokenIn( request.query )
			);
			return build
				? startedOperation(
						await services.catalog.environment( path ),
						build
					)
				: {};
		} );
		scope.route( {
			method: scope.supportedMethods.filter(
				( name ) => name !== 'POST'
			),
			url: `${ SET }/:webhook`,
			config: CONFIG,
			schema: { hide: true },
			handler: ( { method } ) => refuseMethod( method ),
		} );
		scope.route( {
			method: scope.supportedMethods,
			url: '/wh/v1/*',
			config: CONFIG,
			schema: { hide: true },
			handler: ( { url } ) => refuseAddress( url ),
		} );
	} );
}
