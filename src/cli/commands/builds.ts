import type { Command } from 'commander';
import type { Build as ApiBuild } from '../../shared/platform-api.generated.ts';
import { plainText } from '../../reference-api/lib/plain-text.ts';
import { connect } from '../api-client.ts';
import type { ApiClient } from '../api-client.ts';
import { addEnvironmentOptions, environmentPath } from '../platform-options.ts';
import type { EnvironmentOptions } from '../platform-options.ts';
import {
	incompleteResponse,
	isRecord,
	readRecords,
	readStrings,
} from '../response-fields.ts';
import type { Context } from '../context.ts';
import { CliError, EXIT } from '../exit-codes.ts';

const POLL_MS = 500;
const RUNNING = [ 'queued', 'building', 'deploying' ];
/** The platform's maximum. */
const PAGE_SIZE = 1000;

interface Options extends EnvironmentOptions {
	wait: boolean;
}

const TEXTS = [
	'name',
	'state',
	'trigger',
	'startedBy',
	'createTime',
	'error',
] as const satisfies ( keyof ApiBuild )[];

/** The fields that the command prints; a later version may have other states. */
type Build = Record< ( typeof TEXTS )[ number ], string > &
	Pick< ApiBuild, 'number' >;

function toBuild( value: unknown ): Build {
	const texts = readStrings( value, TEXTS );
	const number = isRecord( value ) ? value.number : null;
	if ( texts === null || typeof number !== 'number' ) {
		throw incompleteResponse( 'build' );
	}
	return { ...texts, number };
}

async function buildsOf(
	client: ApiClient,
	options: Options
): Promise< Build[] > {
	const body = await client.request(
		'GET',
		`/v1${ environmentPath( options ) }/builds?pageSize=${ PAGE_SIZE }`
	);
	return readRecords( body, 'builds' ).map( toBuild );
}

function formatBuild( { number, state, createTime, startedBy, error }: Build ) {
	const what = [ number, state, createTime, startedBy, error ];
	return plainText( what.filter( ( part ) => part !== '' ).join( '  ' ) );
}

/**
 * Polls a build until it has ended.
 *
 * @throws CliError `buildFailed`, with the reason, when the build did not go live.
 */
async function waitForBuild(
	context: Context,
	client: ApiClient,
	name: string
): Promise< Build > {
	for (;;) {
		const build = toBuild( await client.request( 'GET', `/v1/${ name }` ) );
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
	client: ApiClient,
	options: Options,
	number: string
): Promise< Build > {
	const builds = await buildsOf( client, options );
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

/** Returns the resource name of an operation's build. */
function buildNameOf( operation: unknown ): string {
	const metadata = isRecord( operation ) ? operation.metadata : null;
	return readStrings( metadata, [ 'build' ] )?.build ?? '';
}

async function redeploy(
	context: Context,
	number: string,
	options: Options
): Promise< void > {
	const client = await connect( context, options );
	const earlier = await findByNumber( client, options, number );
	const operation = await client.request(
		'POST',
		`/v1/${ earlier.name }:redeploy`,
		{}
	);
	const name = buildNameOf( operation );
	const started = toBuild( await client.request( 'GET', `/v1/${ name }` ) );
	if ( ! options.json ) {
		context.print(
			`Build ${ started.number } deploys the code of build ${ number }.`
		);
	}
	const build = options.wait
		? await waitForBuild( context, client, name )
		: started;
	if ( options.json ) {
		context.print( JSON.stringify( build ) );
	} else if ( options.wait ) {
		context.print( `Build ${ build.number } is live.` );
	}
}

function addOptions( command: Command ): Command {
	return addEnvironmentOptions( command ).option( '--json', 'print JSON' );
}

export function addBuilds( program: Command, context: Context ): void {
	const group = program
		.command( 'builds' )
		.description(
			'manage the builds of an environment; the password is read from HEADLESS_API_PASSWORD or standard input'
		);
	addOptions( group.command( 'list' ) )
		.description( 'list the builds, newest first' )
		.action( async ( options: Options ) => {
			const client = await connect( context, options );
			const builds = await buildsOf( client, options );
			if ( options.json ) {
				context.print( JSON.stringify( builds ) );
				return;
			}
			builds.map( formatBuild ).forEach( context.print );
		} );
	addOptions( group.command( 'redeploy' ) )
		.description(
			'deploy the code of an earlier build again, and wait until it is live'
		)
		.argument( '<number>', 'number of the earlier build' )
		.option( '--no-wait', 'exit when the build is queued' )
		.action( ( number: string, options: Options ) =>
			redeploy( context, number, options )
		);
}
