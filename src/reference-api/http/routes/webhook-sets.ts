/** The webhook URLs of an environment over HTTP. Only this platform has these routes: the service shows them in its portal. */
import type { FastifyContextConfig } from 'fastify';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { HostingError } from '../../model/hosting.ts';
import type { WebhookSet } from '../../model/hosting.ts';
import type { Services } from '../../services/services.ts';
import { documentRoute, NoContent } from '../route-documentation.ts';
import { EnvironmentParams, pathOf } from '../request-schemas.ts';
import { namedObject, orNull, time } from '../schema-builders.ts';
import type { TypedApp } from '../typed-app.ts';

const WEBHOOKS =
	'/_local/accounts/:account/apps/:app/environments/:environment/webhooks';

const call = namedObject( 'WebhookCall', 'A call of a webhook.', {
	at: time( 'When it came.' ),
	status: Type.Integer( { minimum: 100, maximum: 599 } ),
	reason: Type.String( {
		description: 'A short reason if the call was rejected, else empty.',
	} ),
} );

const webhookCalls = namedObject(
	'WebhookCalls',
	'The last call per action, rejected calls included.',
	{
		rebuild: Type.Optional( call ),
		cleanRebuild: Type.Optional( call ),
		purgeCache: Type.Optional( call ),
	}
);

const webhookUrl = Type.String( {
	format: 'uri',
	description: 'The full URL with its token: a secret.',
} );

const WebhookSetSchema = namedObject(
	'WebhookSet',
	'The set of webhook URLs.',
	{
		rebuild: webhookUrl,
		cleanRebuild: webhookUrl,
		purgeCache: webhookUrl,
		createTime: time( 'When the token was created.' ),
		createdBy: Type.String(),
		lastCalls: webhookCalls,
	}
);

const WebhookSummarySchema = namedObject(
	'WebhookSummary',
	'The webhooks of an environment, without their token.',
	{
		exists: Type.Boolean(),
		createTime: orNull(
			time( 'When the token was created.' ),
			'Null if there are none.'
		),
		createdBy: Type.String( { description: 'Empty if there are none.' } ),
		tokenEnd: Type.String( {
			description: 'The last four characters of the token, or empty.',
			examples: [ 'x7Q=' ],
		} ),
		lastCalls: webhookCalls,
	}
);

type WebhookSetResponse = Static< typeof WebhookSetSchema >;

function webhookSetResponse( set: WebhookSet ): WebhookSetResponse {
	return {
		...set.urls,
		createTime: set.createTime,
		createdBy: set.createdBy,
		lastCalls: set.lastCalls,
	};
}

/** Shows what is not secret of a set. */
function webhookSummary(
	set: WebhookSet | null
): Static< typeof WebhookSummarySchema > {
	const token =
		set && new URL( set.urls.rebuild ).searchParams.get( 'token' );
	return {
		exists: set !== null,
		createTime: set?.createTime ?? null,
		createdBy: set?.createdBy ?? '',
		tokenEnd: token?.slice( -4 ) ?? '',
		lastCalls: set?.lastCalls ?? {},
	};
}

/** Creates the options of a route that returns a webhook set. */
function showsSet(
	id: string,
	summary: string,
	config: FastifyContextConfig = {}
) {
	return documentRoute( {
		config,
		params: EnvironmentParams,
		id,
		tag: 'Webhooks',
		summary,
		description: 'The response contains the token and must not be cached.',
		answers: { 200: WebhookSetSchema },
	} );
}

export function registerWebhookSets( app: TypedApp, services: Services ): void {
	app.get(
		WEBHOOKS,
		showsSet( 'readWebhooks', 'Reads the webhook URLs', {
			isSecret: true,
		} ),
		async ( { params } ) => {
			const set = await services.webhooks.find( pathOf( params ) );
			if ( ! set ) {
				throw new HostingError(
					404,
					'This environment has no webhooks. Create them with POST or on the portal’s Settings page.'
				);
			}
			return webhookSetResponse( set );
		}
	);
	app.get(
		`${ WEBHOOKS }/summary`,
		documentRoute( {
			params: EnvironmentParams,
			id: 'readWebhookSummary',
			tag: 'Webhooks',
			summary: 'Reads the webhooks without their token',
			description:
				'An API user with the role `read` may read it, unlike the URLs.',
			answers: { 200: WebhookSummarySchema },
		} ),
		async ( { params } ) =>
			webhookSummary( await services.webhooks.find( pathOf( params ) ) )
	);
	app.post(
		WEBHOOKS,
		showsSet(
			'createWebhooks',
			'Creates the webhook URLs, or returns the existing ones'
		),
		async ( { params, signedInAs } ) =>
			webhookSetResponse(
				await services.webhooks.create( pathOf( params ), signedInAs )
			)
	);
	app.post(
		`${ WEBHOOKS }::regenerate`,
		showsSet(
			'regenerateWebhooks',
			'Gives the webhook URLs a new token; the old URLs stop working at once'
		),
		async ( { params, signedInAs } ) =>
			webhookSetResponse(
				await services.webhooks.regenerate(
					pathOf( params ),
					signedInAs
				)
			)
	);
	app.delete(
		WEBHOOKS,
		documentRoute( {
			params: EnvironmentParams,
			id: 'deleteWebhooks',
			tag: 'Webhooks',
			summary: 'Deletes the webhook URLs; they stop working',
			description:
				'Calls of the URLs return 404. New URLs have another token.',
			answers: { 204: NoContent },
		} ),
		async ( { params }, reply ) => {
			await services.webhooks.delete( pathOf( params ) );
			return reply.code( 204 ).send();
		}
	);
}
