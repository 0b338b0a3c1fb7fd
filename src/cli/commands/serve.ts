import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import { StartError } from '../../reference-api/lib/errors.ts';
import { HostingError } from '../../reference-api/model/hosting.ts';
import type { Context, RunningPlatform } from '../context.ts';
import { CliError, EXIT } from '../exit-codes.ts';
import { readSecret } from '../secrets.ts';
import {
	DEFAULT_FOLDER,
	collect,
	collectFolder,
	collectInstall,
	collectLimit,
	parsePort,
	limitsHelp,
} from './serve-options.ts';

const DEFAULT_PORT = 4100;
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

/** Not defaults of the options, because the help would print them as empty values. */
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
	// In a terminal the password is generated; a script must set one.
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
				error.code === 'options' ? EXIT.usage : EXIT.cannotStart,
				error.message
			);
		}
		if ( error instanceof HostingError ) {
			throw new CliError( EXIT.usage, error.message );
		}
		throw error;
	}
}

/** Creates the first account, because a platform without an account is of no use. */
async function findOrCreateAccounts( {
	services: { catalog },
}: RunningPlatform ): Promise< { name: string; id: string }[] > {
	const accounts = await catalog.accounts();
	const all =
		accounts.length > 0
			? accounts
			: [ await catalog.createAccount( DEFAULT_ACCOUNT ) ];
	return all.map( ( { name, id } ) => ( { name, id } ) );
}

async function report(
	context: Context,
	platform: RunningPlatform,
	options: Options,
	user: string,
	newPassword: string | null
): Promise< void > {
	const accounts = await findOrCreateAccounts( platform );
	const { url } = platform;
	const portal = platform.portalLink();
	if ( options.json ) {
		context.print( JSON.stringify( { url, portal, accounts } ) );
		return;
	}
	context.print( `API       ${ url }` );
	context.print( `Portal    ${ portal }  (valid once)` );
	context.print(
		`Accounts  ${ accounts.map( ( { name } ) => name ).join( ', ' ) }`
	);
	context.print( `User      ${ user }` );
	if ( newPassword !== null ) {
		context.print(
			`Password  ${ newPassword }  (generated for this session; set HEADLESS_API_PASSWORD to choose your own)`
		);
	}
	context.print(
		'Uploaded code runs with your user’s rights. Press Ctrl-C to stop.'
	);
}

async function serve( context: Context, options: Options ): Promise< void > {
	const user = options.user ?? context.env.HEADLESS_API_USER ?? DEFAULT_USER;
	const { password, isNew } = await findPassword( context, options );
	// Child processes such as builds and applications must not inherit it.
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

export function define( command: Command, context: Context ): void {
	command
		.option(
			'--port <number>',
			'port of the API and the portal',
			parsePort,
			DEFAULT_PORT
		)
		.option(
			'--edge-port <number>',
			'first port of the environments',
			parsePort
		)
		.option( '--data <folder>', 'data folder', DEFAULT_FOLDER )
		.option(
			'--user <name>',
			'API user (default: HEADLESS_API_USER, otherwise "api")'
		)
		.option(
			'--account <name>',
			`account to create if it does not exist; repeatable (default: "${ DEFAULT_ACCOUNT }" on the first start)`,
			collect
		)
		.option(
			'--wordpress <name=url>',
			'WordPress install that environments can use; repeatable',
			collectInstall
		)
		.option(
			'--install-folder <name=folder>',
			'folder of an install on this machine, to measure its disk usage; repeatable',
			collectFolder
		)
		.option(
			'--allow-host <name>',
			'additional host name to accept; repeatable',
			collect
		)
		.option(
			'--set <name=number>',
			'limit, see below; repeatable',
			collectLimit
		)
		.option(
			'--start-command <command>',
			'command that starts this platform, shown on the sign-in page'
		)
		.option(
			'--loose',
			'create unknown accounts and installs on first use'
		)
		.option( '--json', 'print one line of JSON when ready' )
		.addHelpText( 'after', limitsHelp )
		.action( ( options: Omit< Options, keyof typeof NONE > ) =>
			serve( context, { ...NONE, ...options } )
		);
}
