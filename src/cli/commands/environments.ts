import { onHost, table } from '../command.ts';
import type { Definition } from '../command.ts';
import { YES_OPTION, confirmLoss } from '../confirm.ts';
import type { YesOption } from '../confirm.ts';
import type { Host } from '../host.ts';
import {
	ENVIRONMENTS_PATH,
	changeEnvironment,
	createEnvironment,
	findEnvironment,
	listEnvironments,
} from '../place.ts';
import type {
	AppPlace,
	EnvironmentPlace,
	EnvironmentSummary,
} from '../place.ts';

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

/** Finds an environment by an argument. */
function findNamed(
	host: Host & { path: AppPlace },
	environment: string
): Promise< EnvironmentPlace > {
	const names = { ...host.names, ...host.path, environment };
	return findEnvironment( { ...host, names } );
}

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
		const path = await findNamed( host, name );
		const changed = { ...host, path };
		return table(
			await changeEnvironment( changed, { rootDirectory } ),
			columnsOf
		);
	},
} );

const remove = onHost( 'app', {
	about: 'delete an environment; its site stops immediately',
	arguments: { '<environment>': 'display name or ID' },
	options: YES_OPTION,
	run: async ( host, options: YesOption, name: string ) => {
		const path = await findNamed( host, name );
		await confirmLoss(
			host.context,
			options,
			`the environment ${ name } of ${ path.app } with its builds`
		);
		await host.client.DELETE( `${ ENVIRONMENTS_PATH }/{environment}`, {
			params: { path },
		} );
		return {
			json: { deleted: true },
			lines: [ `Environment ${ name } deleted.` ],
		};
	},
} );

export const definition: Definition = {
	about: 'manage the environments of an application',
	commands: { list, create, update, delete: remove },
};
