import type { WebhookSet } from '../../shared/platform-api.generated.ts';
import { onHost } from '../command.ts';
import type { Definition } from '../command.ts';
import { PlatformError } from '../../platform-client/platform-error.ts';
import { YES_OPTION, confirmLoss } from '../confirm.ts';
import type { YesOption } from '../confirm.ts';
import { CliError, EXIT } from '../exit-codes.ts';
import { ENVIRONMENTS_PATH } from '../place.ts';
import type { EnvironmentHost } from '../place.ts';
import { read } from '../response.ts';

const PATH =
	'/_local/accounts/{account}/apps/{app}/environments/{environment}/webhooks';

const LOSS = 'the webhook URLs of this environment';
const ENVIRONMENT = `${ ENVIRONMENTS_PATH }/{environment}` as const;

/** Names this command instead of the portal, if the environment exists and has no URLs. */
async function explain(
	{ client, path }: EnvironmentHost,
	error: unknown
): Promise< unknown > {
	if ( ! ( error instanceof PlatformError && error.status === 404 ) ) {
		return error;
	}
	await client.GET( ENVIRONMENT, { params: { path } } );
	return new CliError(
		EXIT.refused,
		'This environment has no webhook URLs. To create them: headless-deploy webhooks create',
		error.status
	);
}

/** Defines a command that prints the three URLs. */
function printing(
	about: string,
	call: ( host: EnvironmentHost ) => Promise< { data?: WebhookSet } >,
	isLoss = false
): Definition {
	return onHost( 'environment', {
		about,
		options: isLoss ? YES_OPTION : {},
		run: async ( host, options: YesOption ) => {
			if ( isLoss ) {
				await confirmLoss( host.context, options, LOSS, 'Replace' );
			}
			const shape = { rebuild: '', cleanRebuild: '', purgeCache: '' };
			const response = call( host ).catch( async ( error: unknown ) => {
				throw await explain( host, error );
			} );
			const urls = await read( response, shape );
			return {
				json: urls,
				lines: [
					`Rebuild:       ${ urls.rebuild }`,
					`Clean Rebuild: ${ urls.cleanRebuild }`,
					`Purge Cache:   ${ urls.purgeCache }`,
				],
			};
		},
	} );
}

const remove = onHost( 'environment', {
	about: 'delete the URLs; they stop working immediately',
	options: YES_OPTION,
	run: async ( { client, context, path }, options: YesOption ) => {
		await confirmLoss( context, options, LOSS );
		await client.DELETE( PATH, { params: { path } } );
		return { json: { deleted: true }, lines: [ 'Webhook URLs deleted.' ] };
	},
} );

export const definition: Definition = {
	about: 'manage the webhook URLs of an environment',
	commands: {
		create: printing(
			'create the three URLs, or print the existing ones',
			( { client, path } ) => client.POST( PATH, { params: { path } } )
		),
		list: printing( 'print the three URLs', ( { client, path } ) =>
			client.GET( PATH, { params: { path } } )
		),
		regenerate: printing(
			'replace the URLs; the current ones stop working immediately',
			( { client, path } ) =>
				client.POST( `${ PATH }:regenerate`, { params: { path } } ),
			true
		),
		delete: remove,
	},
};
