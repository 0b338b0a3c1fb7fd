import { onHost, table } from '../command.ts';
import type { Definition } from '../command.ts';
import { REGIONS, createApp, listApps } from '../place.ts';
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

export const definition: Definition = {
	about: 'manage the applications of an account',
	commands: { list, create },
};
