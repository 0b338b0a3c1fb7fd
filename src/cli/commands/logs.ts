import type { Command } from 'commander';
import { bodyOf } from '../../platform-client/platform-client.ts';
import { makeLogPrinter, poll } from '../build.ts';
import type { Context } from '../context.ts';
import { withHost } from '../host.ts';
import type { Host } from '../host.ts';
import { findEnvironment } from '../place.ts';
import { addEnvironmentOptions } from '../platform-options.ts';
import type { EnvironmentOptions } from '../platform-options.ts';

interface Options extends EnvironmentOptions {
	follow?: boolean;
}

async function printOutput(
	context: Context,
	{ client, ...host }: Host,
	options: Options
): Promise< void > {
	const path = await findEnvironment( { client, ...host } );
	const printNew = makeLogPrinter(
		( offset ) =>
			bodyOf(
				client.GET(
					'/_local/accounts/{account}/apps/{app}/environments/{environment}/output',
					{ params: { path, query: { offset } } }
				)
			),
		( line ) =>
			context.print( options.json ? JSON.stringify( { line } ) : line )
	);
	if ( ! options.follow ) {
		await printNew( true );
		return;
	}
	const stop = new AbortController();
	void context.stopped().then( () => stop.abort() );
	try {
		await poll(
			context,
			async () => {
				await printNew( false );
				return null;
			},
			stop.signal
		);
	} catch ( error ) {
		// Ctrl-C is the only way to end it.
		if ( ! stop.signal.aborted ) {
			throw error;
		}
	}
}

export function define( command: Command, context: Context ): void {
	addEnvironmentOptions( command )
		.option( '-f, --follow', 'print new output until Ctrl-C' )
		.action( ( options: Options ) =>
			withHost( context, options, ( host ) =>
				printOutput( context, host, options )
			)
		);
}
