import type { WebhookSet } from '../../shared/platform-api.generated.ts';
import { onHost } from '../command.ts';
import type { Definition } from '../command.ts';
import type { EnvironmentHost } from '../place.ts';
import { read } from '../response.ts';

const PATH =
	'/_local/accounts/{account}/apps/{app}/environments/{environment}/webhooks';

/** Defines a command that prints the three URLs. */
function printing(
	about: string,
	call: ( host: EnvironmentHost ) => Promise< { data?: WebhookSet } >
): Definition {
	return onHost( 'environment', {
		about,
		run: async ( host ) => {
			const shape = { rebuild: '', cleanRebuild: '', purgeCache: '' };
			const urls = await read( call( host ), shape );
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
	run: async ( { client, path } ) => {
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
				client.POST( `${ PATH }:regenerate`, { params: { path } } )
		),
		delete: remove,
	},
};
