import { onHost, table } from '../command.ts';
import type { Definition } from '../command.ts';
import {
	changeEnvironment,
	createEnvironment,
	findEnvironment,
	listEnvironments,
} from '../place.ts';
import type { EnvironmentSummary } from '../place.ts';

interface CreateOptions {
	wordpress: string;
	rootDirectory?: string;
}

function columnsOf( environment: EnvironmentSummary ): string[] {
	const { id, displayName, rootDirectory, state } = environment;
	const folder = rootDirectory || 'top folder';
	return [ id, displayName, folder, state || 'not live yet' ];
}

const list = onHost( 'app', {
	about: 'list the ID, name, root directory and application state of each environment',
	run: async ( host ) =>
		table( await listEnvironments( host, host.path ), columnsOf ),
} );

const create = onHost( 'app', {
	about: 'create an environment',
	arguments: { '<name>': 'display name' },
	options: {
		'--wordpress <install>': {
			about: 'WordPress install that the environment is linked to; on the local platform, none by default',
			default: '',
		},
		'--root-directory <path>': 'folder of the code to build',
	},
	run: async ( host, options: CreateOptions, displayName: string ) => {
		const { wordpress: wpEnvironment, rootDirectory } = options;
		const id = await createEnvironment( host, host.path, {
			displayName,
			wpEnvironment,
			...( rootDirectory === undefined ? {} : { rootDirectory } ),
		} );
		return table( { id, displayName }, () => [ id, displayName ] );
	},
} );

const update = onHost( 'app', {
	about: 'change the settings of an environment',
	arguments: { '<environment>': 'display name or ID' },
	options: {
		'--root-directory <path>': {
			about: 'folder of the code to build and start, for example apps/web; empty for the top folder',
			isRequired: true,
		},
	},
	run: async ( host, options: { rootDirectory: string }, name: string ) => {
		const { rootDirectory } = options;
		const names = { ...host.names, ...host.path, environment: name };
		const path = await findEnvironment( { ...host, names } );
		const changed = { ...host, path };
		return table(
			await changeEnvironment( changed, { rootDirectory } ),
			columnsOf
		);
	},
} );

export const definition: Definition = {
	about: 'manage the environments of an application',
	commands: { list, create, update },
};
