import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { moveDataFolder } from '../../reference-api/store/move-data-folder.ts';
import { collect, onThisMachine, printJson } from '../command.ts';
import type { JsonOption } from '../command.ts';
import type { Context, RunningPlatform } from '../context.ts';
import { DEFAULT_PORT, DEFAULT_USER } from '../host.ts';
import { readSecret } from '../secrets.ts';
import {
	collectFolder,
	collectInstall,
	collectLimit,
	collectPort,
	parsePort,
	limitsHelp,
	OLD_FOLDER,
	withStartErrors,
} from './serve-options.ts';

const DEFAULT_ACCOUNT = 'local';
const PASSWORD_BYTES = 18;

interface Options extends JsonOption {
	port: number;
	edgePort?: number;
	reservePort?: number[];
	data?: string;
	user?: string;
	account?: string[];
	wordpress?: Record< string, string >;
	installFolder?: Record< string, string >;
	allowHost?: string[];
	startCommand?: string;
	loose?: boolean;
	set?: Record< string, number >;
}

/** The API user of this start. */
interface ApiUser {
	user: string;
	password: string;
	/** Whether the password was generated. */
	isNew: boolean;
}

async function findUser(
	context: Context,
	options: Options
): Promise< ApiUser > {
	const { env, isInteractive } = context;
	const user = options.user ?? env.HEADLESS_API_USER ?? DEFAULT_USER;
	// In a terminal the password is generated; a script must set one.
	const isNew =
		! env.HEADLESS_API_PASSWORD && isInteractive && ! options.json;
	const password = isNew
		? randomBytes( PASSWORD_BYTES ).toString( 'base64url' )
		: await readSecret( context, 'HEADLESS_API_PASSWORD', 'API password' );
	// Child processes such as builds and applications must not inherit it.
	delete env.HEADLESS_API_PASSWORD;
	return { user, password, isNew };
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

/** Prints what a user needs, when the platform listens. */
async function reportListening(
	context: Context,
	platform: RunningPlatform,
	{ json }: Options,
	{ user, password, isNew }: ApiUser,
	dataFolder: string
): Promise< void > {
	const accounts = await findOrCreateAccounts( platform );
	const { url, warnings } = platform;
	const portal = platform.portalLink();
	if ( json ) {
		printJson( context, {
			state: 'listening',
			url,
			portal,
			accounts,
			dataFolder,
			warnings,
		} );
		platform.services.edges.watchHosts( ( edges ) =>
			printJson( context, { state: 'edges', edges } )
		);
		return;
	}
	warnings.forEach( ( warning ) => context.warn( `warning: ${ warning }` ) );
	const names = accounts.map( ( { name } ) => name ).join( ', ' );
	const lines = [
		`API       ${ url }`,
		`Portal    ${ portal }  (valid once)`,
		`Accounts  ${ names }`,
		`Data      ${ dataFolder }`,
		`User      ${ user }`,
		...( isNew
			? [
					`Password  ${ password }  (generated for this session; set HEADLESS_API_PASSWORD to choose your own)`,
				]
			: [] ),
		'Uploaded code runs with your user’s rights. Press Ctrl-C to stop.',
	];
	lines.forEach( context.print );
}

function reportReady( context: Context, { json }: Options ): void {
	if ( json ) {
		printJson( context, { state: 'ready' } );
	} else {
		context.print( 'Ready: all live applications run.' );
	}
}

/** Chooses the data folder, and moves the data of an earlier version there. */
async function findDataFolder(
	{ folder, dataFolder, warn }: Context,
	{ data }: Options
): Promise< string > {
	if ( data !== undefined ) {
		return data;
	}
	const moved = await withStartErrors( async () =>
		moveDataFolder( path.join( folder, OLD_FOLDER ), dataFolder )
	);
	if ( moved ) {
		warn( moved.isWarning ? `warning: ${ moved.message }` : moved.message );
	}
	return dataFolder;
}

async function serve( context: Context, options: Options ): Promise< void > {
	const apiUser = await findUser( context, options );
	const stopped = context.stopped();
	const dataFolder = await findDataFolder( context, options );
	const { edgePort, startCommand } = options;
	const platform = await withStartErrors( () =>
		context.startPlatform( {
			dataFolder,
			port: options.port,
			...( edgePort === undefined ? {} : { edgeFirstPort: edgePort } ),
			user: apiUser.user,
			password: apiUser.password,
			accounts: options.account ?? [],
			wordpress: options.wordpress ?? {},
			installFolders: options.installFolder ?? {},
			allowHosts: options.allowHost ?? [],
			reservedPorts: options.reservePort ?? [],
			...( startCommand === undefined ? {} : { startCommand } ),
			loose: options.loose ?? false,
			limits: options.set ?? {},
		} )
	);
	try {
		await reportListening(
			context,
			platform,
			options,
			apiUser,
			path.resolve( dataFolder )
		);
		let isStopping = false;
		void platform.waitUntilReady().then( () => {
			if ( ! isStopping ) {
				reportReady( context, options );
			}
		} );
		await stopped;
		isStopping = true;
	} finally {
		await platform.close();
	}
}

export const definition = onThisMachine( {
	about: 'run a platform on this machine; the password is read from HEADLESS_API_PASSWORD or standard input',
	options: {
		'--port <number>': {
			about: 'port of the API and the portal',
			parse: parsePort,
			default: DEFAULT_PORT,
		},
		'--edge-port <number>': {
			about: 'first port of the environments',
			parse: parsePort,
		},
		'--reserve-port <number>': {
			about: 'port of another program, which no environment gets; repeatable',
			parse: collectPort,
		},
		'--data <folder>':
			'data folder, outside of all projects (default: one for the current folder, among your user’s data)',
		'--user <name>':
			'API user (default: HEADLESS_API_USER, otherwise "api")',
		'--account <name>': {
			about: `account to create if it does not exist; repeatable (default: "${ DEFAULT_ACCOUNT }" on the first start)`,
			parse: collect,
		},
		'--wordpress <name=url>': {
			about: 'WordPress install that environments can use; repeatable',
			parse: collectInstall,
		},
		'--install-folder <name=folder>': {
			about: 'folder of an install on this machine, to measure its disk usage; repeatable',
			parse: collectFolder,
		},
		'--allow-host <name>': {
			about: 'additional host name to accept; repeatable',
			parse: collect,
		},
		'--set <name=number>': {
			about: 'limit, see below; repeatable',
			parse: collectLimit,
		},
		'--start-command <command>':
			'command that starts this platform, shown on the sign-in page',
		'--loose': 'create unknown accounts and installs on first use',
	},
	moreHelp: limitsHelp,
	run: serve,
} );
