import type { Command } from 'commander';
import type { Build } from '../../shared/platform-api.generated.ts';
import { bodyOf } from '../../platform-client/platform-client.ts';
import type { PlatformClient } from '../../platform-client/platform-client.ts';
import { withClient } from '../connection.ts';
import type { Context } from '../context.ts';
import { CliError, EXIT } from '../exit-codes.ts';
import { formatLine, printResult } from '../output.ts';
import {
	addEnvironmentOptions,
	environmentPath,
	idOf,
} from '../platform-options.ts';
import type { EnvironmentOptions } from '../platform-options.ts';
import { expectShape } from '../response-shape.ts';

const POLL_MS = 500;
const RUNNING = [ 'queued', 'building', 'deploying' ];
/** The platform's maximum. */
const PAGE_SIZE = 1000;

const PATH =
	'/v1/accounts/{account}/apps/{app}/environments/{environment}/builds';

interface Options extends EnvironmentOptions {
	wait: boolean;
}

const BUILD = {
	name: '',
	number: 0,
	state: '',
	trigger: '',
	startedBy: '',
	createTime: '',
	error: '',
};

/** The fields that the command prints. */
function summarize( build: Build ) {
	const { name, number, state, trigger, startedBy, createTime, error } =
		build;
	return { name, number, state, trigger, startedBy, createTime, error };
}

async function listBuilds(
	client: PlatformClient,
	options: Options
): Promise< Build[] > {
	const path = environmentPath( options );
	const query = { pageSize: PAGE_SIZE };
	const { builds } = expectShape(
		await bodyOf( client.GET( PATH, { params: { path, query } } ) ),
		{ builds: [ BUILD ] },
		'builds'
	);
	return builds;
}

async function readBuild(
	client: PlatformClient,
	options: Options,
	build: string
): Promise< Build > {
	const path = { ...environmentPath( options ), build };
	return expectShape(
		await bodyOf( client.GET( `${ PATH }/{build}`, { params: { path } } ) ),
		BUILD,
		'build'
	);
}

function formatBuild( { number, state, createTime, startedBy, error }: Build ) {
	return formatLine( number, state, createTime, startedBy, error );
}

/**
 * Polls a build until it has ended.
 *
 * @throws CliError `buildFailed`, with the reason, when the build did not go live.
 */
async function waitForBuild(
	context: Context,
	client: PlatformClient,
	options: Options,
	id: string
): Promise< Build > {
	for (;;) {
		const build = await readBuild( client, options, id );
		if ( [ 'live', 'succeeded' ].includes( build.state ) ) {
			return build;
		}
		if ( ! RUNNING.includes( build.state ) ) {
			throw new CliError(
				EXIT.buildFailed,
				`Build ${ build.number } did not go live (${ build.state }). ${ build.error }`.trim()
			);
		}
		await context.wait( POLL_MS );
	}
}

async function findByNumber(
	client: PlatformClient,
	options: Options,
	number: string
): Promise< Build > {
	const builds = await listBuilds( client, options );
	const found = builds.find( ( build ) => String( build.number ) === number );
	if ( found === undefined ) {
		const numbers = builds.map( ( build ) => build.number ).join( ', ' );
		throw new CliError(
			EXIT.usage,
			numbers === ''
				? `Build ${ number } does not exist. The environment has no builds.`
				: `Build ${ number } does not exist. Existing builds: ${ numbers }.`
		);
	}
	return found;
}

async function redeploy(
	context: Context,
	client: PlatformClient,
	options: Options,
	number: string
): Promise< void > {
	const earlier = await findByNumber( client, options, number );
	const path = { ...environmentPath( options ), build: idOf( earlier.name ) };
	const { metadata } = expectShape(
		await bodyOf(
			client.POST( `${ PATH }/{build}:redeploy`, {
				params: { path },
				body: {},
			} )
		),
		{ metadata: { build: '' } },
		'operation'
	);
	const id = idOf( metadata.build );
	const started = await readBuild( client, options, id );
	if ( ! options.json ) {
		context.print(
			`Build ${ started.number } deploys the code of build ${ number }.`
		);
	}
	const build = options.wait
		? await waitForBuild( context, client, options, id )
		: started;
	printResult(
		context,
		options,
		summarize( build ),
		options.wait ? [ `Build ${ build.number } is live.` ] : []
	);
}

export function addSubcommands( group: Command, context: Context ): void {
	addEnvironmentOptions( group.command( 'list' ) )
		.description( 'list the builds, newest first' )
		.action( ( options: Options ) =>
			withClient( context, options, async ( client ) => {
				const builds = await listBuilds( client, options );
				printResult(
					context,
					options,
					builds.map( summarize ),
					builds.map( formatBuild )
				);
			} )
		);
	addEnvironmentOptions( group.command( 'redeploy' ) )
		.description(
			'deploy the code of an earlier build again, and wait until it is live'
		)
		.argument( '<number>', 'number of the earlier build' )
		.option( '--no-wait', 'exit when the build is queued' )
		.action( ( number: string, options: Options ) =>
			withClient( context, options, ( client ) =>
				redeploy( context, client, options, number )
			)
		);
}
