import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import { bodyOf } from '../../platform-client/platform-client.ts';
import {
	BUILDS_PATH,
	expectLive,
	followBuild,
	formatBuild,
	listBuilds,
	makeBuildLogPrinter,
	readBuild,
	summarizeBuild,
} from '../build.ts';
import type { Context } from '../context.ts';
import { withHost } from '../host.ts';
import type { Host } from '../host.ts';
import { printResult } from '../output.ts';
import { findEnvironment, idOf } from '../place.ts';
import { addEnvironmentOptions } from '../platform-options.ts';
import type { EnvironmentOptions } from '../platform-options.ts';
import { expectShape } from '../response-shape.ts';

interface RedeployOptions extends EnvironmentOptions {
	wait: boolean;
}

interface LogOptions extends EnvironmentOptions {
	follow?: boolean;
}

/** The platform resolves it to the newest build. */
const NEWEST = 'no_build';

function parseNumber( text: string ): string {
	if ( ! /^\d+$/.test( text ) ) {
		throw new InvalidArgumentError( 'Use the number of a build.' );
	}
	return text;
}

async function redeploy(
	context: Context,
	host: Host,
	number: string,
	options: RedeployOptions
): Promise< void > {
	const place = await findEnvironment( host );
	const path = { ...place, build: number };
	const { metadata } = expectShape(
		await bodyOf(
			host.client.POST( `${ BUILDS_PATH }/{build}:redeploy`, {
				params: { path },
				body: {},
			} )
		),
		{ metadata: { build: '' } },
		'operation'
	);
	const id = idOf( metadata.build );
	const started = await readBuild( host, place, id );
	if ( ! options.json ) {
		context.print(
			`Build ${ started.number } deploys the code of build ${ number }.`
		);
	}
	if ( ! options.wait ) {
		printResult( context, options, summarizeBuild( started ), [] );
		return;
	}
	const build = await followBuild( context, host, place, id );
	expectLive( build );
	printResult( context, options, summarizeBuild( build ), [
		`Build ${ build.number } is live.`,
	] );
}

/** Prints the log of a build; of the newest one if no number is given. */
async function printLog(
	context: Context,
	host: Host,
	number: string,
	options: LogOptions
): Promise< void > {
	const place = await findEnvironment( host );
	const id = idOf( ( await readBuild( host, place, number ) ).name );
	const lines: string[] = [];
	const printNew = makeBuildLogPrinter( host, place, id, ( line ) => {
		if ( options.json ) {
			lines.push( line );
		} else {
			context.print( line );
		}
	} );
	const build = options.follow
		? await followBuild( context, host, place, id, printNew )
		: await readBuild( host, place, id );
	if ( ! options.follow ) {
		await printNew( true );
	}
	printResult( context, options, { ...summarizeBuild( build ), lines }, [] );
	if ( options.follow ) {
		expectLive( build );
	}
}

async function cancel(
	context: Context,
	host: Host,
	number: string,
	options: EnvironmentOptions
): Promise< void > {
	const place = await findEnvironment( host );
	const build = await readBuild( host, place, number );
	const path = { ...place, operation: idOf( build.operation ) };
	await host.client.POST(
		'/v1/accounts/{account}/apps/{app}/environments/{environment}/operations/{operation}:cancel',
		{ params: { path } }
	);
	const canceled = await readBuild( host, place, idOf( build.name ) );
	printResult( context, options, summarizeBuild( canceled ), [
		`Build ${ build.number } is being canceled.`,
	] );
}

function addReading( group: Command, context: Context ): void {
	addEnvironmentOptions( group.command( 'list' ) )
		.description( 'list the builds, newest first' )
		.action( ( options: EnvironmentOptions ) =>
			withHost( context, options, async ( host ) => {
				const place = await findEnvironment( host );
				const builds = await listBuilds( host, place );
				printResult(
					context,
					options,
					builds.map( summarizeBuild ),
					builds.map( formatBuild )
				);
			} )
		);
	addEnvironmentOptions( group.command( 'log' ) )
		.description( 'print the log of a build' )
		.argument(
			'[number]',
			'number of the build; the newest by default',
			parseNumber,
			NEWEST
		)
		.option( '-f, --follow', 'wait until the build has ended' )
		.action( ( number: string, options: LogOptions ) =>
			withHost( context, options, ( host ) =>
				printLog( context, host, number, options )
			)
		);
}

export function define( group: Command, context: Context ): void {
	addReading( group, context );
	addEnvironmentOptions( group.command( 'cancel' ) )
		.description( 'cancel a build that is not live yet' )
		.argument( '<number>', 'number of the build', parseNumber )
		.action( ( number: string, options: EnvironmentOptions ) =>
			withHost( context, options, ( host ) =>
				cancel( context, host, number, options )
			)
		);
	addEnvironmentOptions( group.command( 'redeploy' ) )
		.description(
			'deploy the code of an earlier build again, and wait until it is live'
		)
		.argument( '<number>', 'number of the earlier build', parseNumber )
		.option( '--no-wait', 'exit when the build is queued' )
		.action( ( number: string, options: RedeployOptions ) =>
			withHost( context, options, ( host ) =>
				redeploy( context, host, number, options )
			)
		);
}
