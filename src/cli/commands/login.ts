import type { Command } from 'commander';
import { bodyOf } from '../../platform-client/platform-client.ts';
import type { Context } from '../context.ts';
import { credentialsFile, readLogins, saveLogins } from '../credentials.ts';
import { parseHostUrl, withHost } from '../host.ts';
import { printResult } from '../output.ts';
import { isLocalPlatform } from '../place.ts';
import { readProject } from '../project-file.ts';
import { readSecret } from '../secrets.ts';

const LOCAL_HOST = 'http://127.0.0.1:4100';
const DEFAULT_USER = 'api';

interface Options {
	host?: string;
	user?: string;
	json?: boolean;
}

async function ask(
	context: Context,
	given: string | undefined,
	label: string,
	suggestion: string
): Promise< string > {
	if ( given ) {
		return given;
	}
	return context.isInteractive
		? context.promptText( label, suggestion )
		: suggestion;
}

async function login( context: Context, options: Options ): Promise< void > {
	const { env } = context;
	const project = readProject( context.folder );
	const url = parseHostUrl(
		await ask(
			context,
			options.host ?? env.HEADLESS_API_URL,
			'Address of the host',
			project.host ?? LOCAL_HOST
		)
	);
	const user = await ask(
		context,
		options.user ?? env.HEADLESS_API_USER,
		'API user',
		DEFAULT_USER
	);
	const password = await readSecret(
		context,
		'HEADLESS_API_PASSWORD',
		'API password'
	);
	const given: Context = {
		...context,
		env: { ...env, HEADLESS_API_PASSWORD: password },
	};
	let isChecked = false;
	await withHost( given, { host: url, user }, async ( host ) => {
		isChecked = await isLocalPlatform( host );
		if ( isChecked ) {
			await bodyOf( host.client.GET( '/v1/regions' ) );
		}
	} );
	const { hosts } = readLogins( context );
	saveLogins( context, {
		defaultHost: url,
		hosts: { ...hosts, [ url ]: { user, password } },
	} );
	printResult( context, options, { host: url, user, isChecked }, [
		`Logged in at ${ url } as ${ user }.`,
		...( isChecked
			? []
			: [ 'The host was not asked whether the password is correct.' ] ),
		`The password is stored in ${ credentialsFile( context ) }, which only your user can read.`,
	] );
}

export function define( command: Command, context: Context ): void {
	command
		.option( '--host <address>', 'address of the host' )
		.option( '--user <name>', 'API user' )
		.option( '--json', 'print JSON' )
		.action( ( options: Options ) => login( context, options ) );
}
