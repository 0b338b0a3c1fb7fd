/** A context for commands that records their output and requests. */
import type { Context, RunningPlatform } from '../../src/cli/context.ts';
import { run } from '../../src/cli/program.ts';

/** The response to a request, or the error that fetch throws. */
export type FakeResponse = { status?: number; body?: string } | Error;

export interface FakeContext extends Partial< Context > {
	/** Standard input's first line. */
	line?: string;
	answer?: ( request: Request ) => FakeResponse | Promise< FakeResponse >;
}

async function answerOf(
	overrides: FakeContext,
	requests: Request[],
	input: string | URL | Request,
	init?: RequestInit
): Promise< Response > {
	const request = new Request( input, init );
	requests.push( request );
	const answer = ( await overrides.answer?.( request ) ) ?? {};
	if ( answer instanceof Error ) {
		throw answer;
	}
	return new Response( answer.body ?? '', { status: answer.status ?? 200 } );
}

/**
 * Runs a command with a fake context.
 *
 * @param args      The arguments of the command.
 * @param overrides Replace parts of the context.
 */
export async function runCommand(
	args: string[],
	overrides: FakeContext = {}
) {
	const printed: string[] = [];
	const warned: string[] = [];
	const requests: Request[] = [];
	const context: Context = {
		env: {},
		// No project file is found there, and no saved password.
		folder: '/nowhere',
		dataFolder: '/nowhere/data',
		configFolder: '/nowhere',
		isInteractive: false,
		readLine: async () => overrides.line ?? '',
		promptSecret: async () => '',
		promptText: async () => '',
		promptChoice: async () => '',
		showProgress: () => {},
		openUrl: async () => false,
		print: ( line ) => printed.push( line ),
		warn: ( line ) => warned.push( line ),
		fetch: ( input, init ) => answerOf( overrides, requests, input, init ),
		startPlatform: async () => {
			throw new Error( 'No platform in this test.' );
		},
		wait: async () => {},
		stopped: () => new Promise( () => {} ),
		...overrides,
	};
	const exitCode = await run( args, context, '1.2.3' );
	return {
		exitCode,
		requests,
		stdout: printed.join( '\n' ),
		stderr: warned.join( '\n' ),
	};
}

/**
 * A platform that only records whether it was closed.
 *
 * @param ready Resolves when its applications run.
 */
export function fakePlatform(
	ready: Promise< void > = Promise.resolve()
): RunningPlatform & { isClosed: boolean } {
	const accounts: { name: string; id: string }[] = [];
	return {
		isClosed: false,
		url: 'http://127.0.0.1:4100',
		warnings: [],
		portalLink: () => 'http://127.0.0.1:4100/portal/enter?code=once',
		waitUntilReady: () => ready,
		services: {
			edges: { watchHosts: () => {} },
			catalog: {
				accounts: async () => accounts,
				createAccount: async ( name ) => {
					const account = { name, id: `${ name }-id` };
					accounts.push( account );
					return account;
				},
			},
		},
		async close() {
			this.isClosed = true;
		},
	};
}
