/** Installs a WordPress that is assembled and configured. */
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
	/** Main file of the plugin to activate, or empty. */
	plugin: string;
}

/**
 * Makes tables, the administrator with an application password, and permalinks; activates the plugin.
 */
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
			// Standard input, because arguments can be read by everybody on the machine.
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

/**
 * Installs and activates a plugin's zip as WordPress does it after an upload.
 */
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
