import { onHost, table } from '../command.ts';
import type { Definition } from '../command.ts';
import { YES_OPTION, confirmLoss } from '../confirm.ts';
import type { YesOption } from '../confirm.ts';
import { REGIONS, createApp, listApps, listEnvironments } from '../place.ts';
import type { Region } from '../place.ts';

const list = onHost( 'account', {
	about: 'list the name and region of each application',
	run: async ( host ) => {
		const apps = await listApps( host, host.path );
		const summaries = apps.map( ( { appId, region } ) => ( {
			app: appId,
			region: region.replace( 'regions/', '' ),
		} ) );
		return table( summaries, ( { app, region } ) => [ app, region ] );
	},
} );

const create = onHost( 'account', {
	about: 'create an application',
	arguments: { '<name>': 'name of the application' },
	options: {
		'--region <region>': {
			about: 'it cannot be changed later',
			choices: REGIONS,
			isRequired: true,
		},
	},
	run: async ( host, { region }: { region: Region }, app: string ) => {
		await createApp( host, { account: host.path, app }, region );
		return {
			json: { app, region },
			lines: [ `Application ${ app } created in ${ region }.` ],
		};
	},
} );

const remove = onHost( 'account', {
	about: 'delete an application with its environments',
	arguments: { '<name>': 'name of the application' },
	options: YES_OPTION,
	run: async ( host, options: YesOption, app: string ) => {
		const path = { account: host.path, app };
		const environments = await listEnvironments( host, path );
		const names = environments.map( ( { displayName } ) => displayName );
		await confirmLoss(
			host.context,
			options,
			`the application ${ app } and its environments (${ names.join( ', ' ) || 'none' })`
		);
		await host.client.DELETE( '/v1/accounts/{account}/apps/{app}', {
			params: { path },
		} );
		return {
			json: { deleted: true },
			lines: [ `Application ${ app } deleted.` ],
		};
	},
} );

export const definition: Definition = {
	about: 'manage the applications of an account',
	commands: { list, create, delete: remove },
};
