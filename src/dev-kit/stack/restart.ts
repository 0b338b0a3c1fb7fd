/** Starts a server again when it has ended unexpectedly. */
import { setTimeout as delay } from 'node:timers/promises';
import { describeError } from '../kit-error.ts';
import type { End, Supervised } from '../supervised-commands.mjs';

const FIRST_WAIT_MS = 1000;
const LAST_WAIT_MS = 30_000;
/** A server that ran for this long has started well, so the next wait is short again. */
const STEADY_MS = 10_000;

export type Server = Pick< Supervised, 'ended' | 'stop' >;

export interface RestartOptions {
	/** Name of the server in messages, for example “The platform”. */
	name: string;
	/** File with its output, for messages. */
	log: string;
	/** Starts the server, and rejects when it does not get ready. */
	start: () => Promise< Server >;
	/** Prints a line. */
	report: ( line: string ) => void;
	/** Is aborted before the servers are stopped on purpose. */
	signal: AbortSignal;
	/** Resolves or rejects when the signal is aborted. */
	wait?: ( ms: number, signal: AbortSignal ) => Promise< unknown >;
	/** The clock, in milliseconds. */
	now?: () => number;
}

function describeEnd( { code, signal }: End ): string {
	return signal ?? `code ${ code }`;
}

const waitFor = ( ms: number, signal: AbortSignal ): Promise< unknown > =>
	delay( ms, undefined, { signal } ).catch( () => {} );

/**
 * Starts the server again each time it ends, with exponential backoff while that does not help.
 *
 * @param first The running server.
 * @return Resolves when the signal is aborted and the server has ended.
 */
export async function keepRunning(
	first: Server,
	options: RestartOptions
): Promise< void > {
	const {
		name,
		log,
		start,
		report,
		signal,
		wait = waitFor,
		now = () => performance.now(),
	} = options;
	let server: Server | null = first;
	let waitMs = FIRST_WAIT_MS;
	while ( ! signal.aborted ) {
		if ( server ) {
			const startedAt = now();
			const end = await server.ended;
			if ( signal.aborted ) {
				return;
			}
			if ( now() - startedAt > STEADY_MS ) {
				waitMs = FIRST_WAIT_MS;
			}
			report(
				`✗ ${ name } has ended unexpectedly with ${ describeEnd( end ) }. It starts again in ${ waitMs / 1000 } s. See ${ log }`
			);
		}
		await wait( waitMs, signal );
		waitMs = Math.min( 2 * waitMs, LAST_WAIT_MS );
		if ( signal.aborted ) {
			return;
		}
		try {
			server = await start();
			report( `✓ ${ name } runs again` );
		} catch ( error ) {
			server = null;
			if ( ! signal.aborted ) {
				report(
					`✗ ${ describeError( error ) }\n  It starts again in ${ waitMs / 1000 } s.`
				);
			}
		}
	}
}
