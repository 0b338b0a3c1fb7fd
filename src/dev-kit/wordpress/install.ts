import { mustCapture } from '../commands.ts';
import { kitFile } from '../paths.ts';
import type { Php } from '../requirements/php.ts';

export const ADMIN = 'admin';
export const PLUGIN_FILE = 'headless-deploy/plugin.php';

export interface Installed {
	version: string;
	applicationPassword: string;
}

export interface InstallSettings {
	folder: string;
	url: string;
	password: string;
	/** Main file of the plugin to activate; empty for none. */
	plugin: string;
}

/** Creates the tables and the administrator with an application password, sets permalinks and activates the plugin. */
export async function installWordpress(
	php: Php,
	settings: InstallSettings,
	env: NodeJS.ProcessEnv = process.env
): Promise< Installed > {
	const { folder, ...rest } = settings;
	const output = await mustCapture(
		php.command,
		[ kitFile( 'wordpress/install.php' ), folder ],
		{
			env,
			// Other users of the machine can read arguments, so the password goes to standard input.
			input: JSON.stringify( {
				...rest,
				title: 'Headless Deploy',
				user: ADMIN,
			} ),
		}
	);
	const line = output.trim().split( '\n' ).at( -1 ) ?? '';
	return JSON.parse( line ) as Installed;
}

/** Installs and activates a plugin as an upload to WordPress does. */
export async function installPluginZip(
	php: Php,
	folder: string,
	zip: string
): Promise< void > {
	await mustCapture( php.command, [
		kitFile( 'wordpress/install-plugin.php' ),
		folder,
		zip,
		PLUGIN_FILE,
	] );
}
