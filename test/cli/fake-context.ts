/** A world for commands that a test can look into. */
import type { Context, RunningPlatform } from '../../src/cli/context.ts';
import { run } from '../../src/cli/program.ts';

/** What a fake service answers to a request, or an error to throw. */
export type FakeAnswer = { status?: number; body?: string } | Error;

export interface FakeWorld extends Partial< Context > {
	/** Standard input's first line. */
	line?: string;
	answer?: ( request: Request ) => FakeAnswer | Promise< FakeAnswer >;
}

async function answerOf(
	world: FakeWorld,
	requests: Request[],
	input: string | URL | Request,
	init?: RequestInit
): Promise< Response > {
	const request = new Request( input, init );
	requests.push( request );
	const answer = ( await world.answer?.( request ) ) ?? {};
	if ( answer instanceof Error ) {
		throw answer;
	}
	return new Response( answer.body ?? '', { status: answer.status ?? 200 } );
}

/**
 * Runs a command in a fake world.
 *
 * @param words What is typed after the program's name.
 * @param world How this world differs.
 */
export async function runCommand( words: string[], world: FakeWorld = {} ) {
	const printed: string[] = [];
	const warned: string[] = [];
	const requests: Request[] = [];
	const context: Context = {
		env: {},
		isInteractive: false,
		readLine: async () => world.line ?? '',
		print: ( line ) => printed.push( line ),
		warn: ( line ) => warned.push( line ),
		fetch: ( input, init ) => answerOf( world, requests, input, init ),
		startPlatform: async () => {
			throw new Error( 'No platform in this test.' );
		},
		wait: async () => {},
		stopped: async () => {},
		...world,
	};
	const exitCode = await run( words, context, '1.2.3' );
	return {
		exitCode,
		requests,
		stdout: printed.join( '\n' ),
		stderr: warned.join( '\n' ),
	};
}

/** A platform that only notes that it was closed. */
export function fakePlatform(): RunningPlatform & { isClosed: boolean } {
	const accounts: { name: string; id: string }[] = [];
	return {
		isClosed: false,
		url: 'http://127.0.0.1:4100',
		portalLink: () => 'http://127.0.0.1:4100/portal/enter?code=once',
		hosting: {
			accounts: async () => accounts,
			createAccount: async ( name ) => {
				const account = { name, id: `${ name }-id` };
				accounts.push( account );
				return account;
			},
		},
		async close() {
			this.isClosed = true;
		},
	};
}
