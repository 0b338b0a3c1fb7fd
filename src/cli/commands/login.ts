import { hostOptions, onThisMachine } from '../command.ts';
import type { Result } from '../command.ts';
import type { Context } from '../context.ts';
import { credentialsFile, readLogins, saveLogins } from '../saved-logins.ts';
import { DEFAULT_PORT, DEFAULT_USER, parseHostUrl, withHost } from '../host.ts';
import type { Host, HostOptions } from '../host.ts';
import { isLocalPlatform } from '../place.ts';
import { readProject } from '../project-file.ts';
import { readSecret } from '../secrets.ts';

const LOCAL_HOST = `http://127.0.0.1:${ DEFAULT_PORT }`;

/** A script gets the default, never the host of a project file, which can be that of another person. */
async function ask(
	{ isInteractive, promptText }: Context,
	label: string,
	defaultValue: string,
	suggestion = defaultValue
): Promise< string > {
	return isInteractive
		? ( await promptText( label, suggestion ) ).trim()
		: defaultValue;
}

/**
 * Only the local platform is asked; the interface document has no call that changes nothing.
 *
 * @throws PlatformError When the password is wrong.
 * @return Whether the password was checked.
 */
async function checkPassword( host: Host ): Promise< boolean > {
	const isLocal = await isLocalPlatform( host );
	if ( isLocal ) {
		await host.client.GET( '/v1/regions' );
	}
	return isLocal;
}

async function login(
	context: Context,
	options: HostOptions
): Promise< Result > {
	const { env } = context;
	const url = parseHostUrl(
		( options.host ?? env.HEADLESS_API_URL ) ||
			( await ask(
				context,
				'Address of the host',
				LOCAL_HOST,
				readProject( context.folder ).host
			) ),
		options
	);
	const user =
		( options.user ?? env.HEADLESS_API_USER ) ||
		( await ask( context, 'API user', DEFAULT_USER ) );
	const password = await readSecret(
		context,
		'HEADLESS_API_PASSWORD',
		`API password of ${ user } at ${ url }`
	);
	const given = { ...env, HEADLESS_API_PASSWORD: password };
	const isChecked = await withHost(
		{ ...context, env: given },
		{ ...options, host: url, user },
		checkPassword
	);
	const { hosts } = readLogins( context );
	saveLogins( context, {
		defaultHost: url,
		hosts: { ...hosts, [ url ]: { user, password } },
	} );
	return {
		json: { host: url, user, isChecked },
		lines: [
			`Logged in at ${ url } as ${ user }.`,
			...( isChecked
				? []
				: [
						'The command could not check the password: this host has no call for it.',
					] ),
			`The password is stored in ${ credentialsFile( context ) }, which only your user can read.`,
		],
	};
}

export const definition = onThisMachine( {
	about: 'save the address of a host, a user and its password',
	options: hostOptions( 'host' ),
	run: login,
} );
