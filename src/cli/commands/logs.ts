import { makeLogPrinter, poll, stopSignal } from '../build-tracking.ts';
import { onHost, printJson } from '../command.ts';
import type { JsonOption } from '../command.ts';
import type { EnvironmentHost } from '../place.ts';

async function printOutput(
	{ client, context, path }: EnvironmentHost,
	{ follow = false, json = false }: JsonOption & { follow?: boolean }
): Promise< void > {
	const printNew = makeLogPrinter(
		( offset ) =>
			client.GET(
				'/_local/accounts/{account}/apps/{app}/environments/{environment}/output',
				{ params: { path, query: { offset } } }
			),
		( line ) =>
			json ? printJson( context, { line } ) : context.print( line )
	);
	if ( ! follow ) {
		await printNew( true );
		return;
	}
	const signal = stopSignal( context );
	const printAndContinue = async () => {
		await printNew( false );
		return null;
	};
	await poll( context, printAndContinue, { signal } ).catch( ( error ) => {
		// Ctrl-C is the only way to end it.
		if ( ! signal.aborted ) {
			throw error;
		}
	} );
}

export const definition = onHost( 'environment', {
	about: 'print the output of the live application',
	options: { '-f, --follow': 'print new output until Ctrl-C' },
	run: printOutput,
} );
