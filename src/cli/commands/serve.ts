/** `headless-deploy serve`: runs the platform on this machine. */
import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import { StartError } from '../../reference-api/lib/errors.ts';
import { HostingError } from '../../reference-api/lib/model.ts';
import type { Context, RunningPlatform } from '../context.ts';
import { CliError, EXIT } from '../exit.ts';
import { readSecret } from '../secrets.ts';
import {
	collect,
	collectFolder,
	collectInstall,
	collectSetting,
	parsePort,
	settingsHelp,
} from './serve-options.ts';

const DEFAULT_PORT = 4100;
const DEFAULT_FOLDER = '.headless-deploy';
const DEFAULT_USER = 'api';
const DEFAULT_ACCOUNT = 'local';
const PASSWORD_BYTES = 18;

interface Options {
	port: number;
	edgePort?: number;
	data: string;
	user?: string;
	account: string[];
	wordpress: Record< string, string >;
	installFolder: Record< string, string >;
	allowHost: string[];
	startCommand?: string;
	loose?: boolean;
	set: Record< string, number >;
	json?: boolean;
}

/** What may be repeated, and was not given; as defaults of the options they would stand in the help. */
const NONE: Pick<
	Options,
	'account' | 'wordpress' | 'installFolder' | 'allowHost' | 'set'
> = {
	account: [],
	wordpress: {},
	installFolder: {},
	allowHost: [],
	set: {},
};

async function findPassword(
	context: Context,
	{ json }: Options
): Promise< { password: string; isNew: boolean } > {
	const isGiven = ( context.env.HEADLESS_API_PASSWORD ?? '' ) !== '';
	// A person who only wants to try it gets a password; a script has to bring one.
	if ( ! isGiven && context.isInteractive && ! json ) {
		return {
			password: randomBytes( PASSWORD_BYTES ).toString( 'base64url' ),
			isNew: true,
		};
	}
	const password = await readSecret(
		context,
		'HEADLESS_API_PASSWORD',
		'API password'
	);
	return { password, isNew: false };
}

async function start(
	context: Context,
	options: Options,
	user: string,
	password: string
): Promise< RunningPlatform > {
	try {
		return await context.startPlatform( {
			dataFolder: options.data,
			port: options.port,
			...( options.edgePort === undefined
				? {}
				: { edgeFirstPort: options.edgePort } ),
			user,
			password,
			accounts: options.account,
			wordpress: options.wordpress,
			installFolders: options.installFolder,
			allowHosts: options.allowHost,
			...( options.startCommand === undefined
				? {}
				: { startCommand: options.startCommand } ),
			loose: options.loose ?? false,
			limits: options.set,
		} );
	} catch ( error ) {
		if ( error instanceof StartError ) {
			throw new CliError(
				error.code === 'settings' ? EXIT.usage : EXIT.cannotStart,
				error.message
			);
		}
		if ( error instanceof HostingError ) {
			throw new CliError( EXIT.usage, error.message );
		}
		throw error;
	}
}

/**
 * A platform without any account could not be used, so the first start makes one.
 *
 * @param platform.hosting What knows its accounts.
 */
async function accountsOf( {
	hosting,
}: RunningPlatform ): Promise< { name: string; id: string }[] > {
	const accounts = await hosting.accounts();
	const all =
		accounts.length > 0
			? accounts
			: [ await hosting.createAccount( DEFAULT_ACCOUNT ) ];
	return all.map( ( { name, id } ) => ( { name, id } ) );
}

async function report(
	context: Context,
	platform: RunningPlatform,
	options: Options,
	user: string,
	newPassword: string | null
): Promise< void > {
	const accounts = await accountsOf( platform );
	const { url } = platform;
	const portal = platform.portalLink();
	if ( options.json ) {
		context.print( JSON.stringify( { url, portal, accounts } ) );
		return;
	}
	context.print( `API       ${ url }` );
	context.print( `Portal    ${ portal }  (works once)` );
	context.print(
		`Accounts  ${ accounts.map( ( { name } ) => name ).join( ', ' ) }`
	);
	context.print( `User      ${ user }` );
	if ( newPassword !== null ) {
		context.print(
			`Password  ${ newPassword }  (made for this run; set HEADLESS_API_PASSWORD to choose it)`
		);
	}
	context.print( 'Uploaded code runs as you. Stop with Ctrl-C.' );
}

async function serve( context: Context, options: Options ): Promise< void > {
	const user = options.user ?? context.env.HEADLESS_API_USER ?? DEFAULT_USER;
	const { password, isNew } = await findPassword( context, options );
	// Builds and applications never get it, nor do other commands that this process starts.
	delete context.env.HEADLESS_API_PASSWORD;
	const stopped = context.stopped();
	const platform = await start( context, options, user, password );
	try {
		await report(
			context,
			platform,
			options,
			user,
			isNew ? password : null
		);
		await stopped;
	} finally {
		await platform.close();
	}
}

/** Adds the command. */
export function addServe( program: Command, context: Context ): void {
	program
		.command( 'serve' )
		.description(
			'run the platform on this machine; the password comes by HEADLESS_API_PASSWORD or standard input'
		)
		.option(
			'--port <number>',
			'port of API and portal',
			parsePort,
			DEFAULT_PORT
		)
		.option(
			'--edge-port <number>',
			'first port of the environments',
			parsePort
		)
		.option( '--data <folder>', 'where everything is kept', DEFAULT_FOLDER )
		.option(
			'--user <name>',
			'the API user (or HEADLESS_API_USER; otherwise "api")'
		)
		.option(
			'--account <name>',
			`an account to have; may be repeated (otherwise "${ DEFAULT_ACCOUNT }" when there is none)`,
			collect
		)
		.option(
			'--wordpress <name=url>',
			'a WordPress install that environments may name; may be repeated',
			collectInstall
		)
		.option(
			'--install-folder <name=folder>',
			'where such an install lies on this machine, to measure its disk usage; may be repeated',
			collectFolder
		)
		.option(
			'--allow-host <name>',
			'a further host name to answer to; may be repeated',
			collect
		)
		.option(
			'--set <name=number>',
			'a setting, see below; may be repeated',
			collectSetting
		)
		.option(
			'--start-command <command>',
			'the command that starts this platform, named on its sign-in page'
		)
		.option( '--loose', 'make unknown accounts and installs on first use' )
		.option( '--json', 'print one line of JSON when ready' )
		.addHelpText( 'after', settingsHelp )
		.action( ( options: Omit< Options, keyof typeof NONE > ) =>
			serve( context, { ...NONE, ...options } )
		);
}
