import fs from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { lastLines } from './commands.ts';
import { KitError } from './kit-error.ts';
import type { End, Supervised } from './supervised-commands.mjs';

const READY_MS = 30_000;
const POLL_MS = 25;

export interface Readiness {
	/** Name of the server in messages, for example “The platform”. */
	name: string;
	/** What shows that it is ready, for example “an answer from http://127.0.0.1:8880”. */
	expected: string;
	/** File with the output of the server. */
	log: string;
	/** What a user can do, besides reading the log. */
	nextStep?: string;
	/** @default 30,000 */
	timeoutMs?: number;
}

function endOfLog( log: string ): string {
	const tail = fs.existsSync( log )
		? lastLines( fs.readFileSync( log, 'utf8' ) )
		: '';
	return tail === '' ? 'Its log is empty.' : `The end of its log:\n${ tail }`;
}

/** @param end How the server has ended; undefined while it runs. */
function failure( readiness: Readiness, end?: End ): KitError {
	const { name, expected, log, nextStep, timeoutMs } = readiness;
	const what = end
		? `ended with ${ end.signal ?? `code ${ end.code }` } before it was ready`
		: `was not ready within ${ ( timeoutMs ?? READY_MS ) / 1000 } s`;
	return new KitError(
		`${ name } ${ what }. Expected ${ expected }. ${ endOfLog( log ) }`,
		`see ${ log }${ nextStep ? `, or ${ nextStep }` : '' }`
	);
}

/**
 * Waits until a server is ready.
 *
 * @param  findReady Resolves when it is. Its signal is aborted when the wait is over.
 * @throws {KitError} When the server has ended or is not ready in time: what was waited for, and the end of the log. The
 *                    server is stopped then.
 */
export async function expectReady< T >(
	server: Pick< Supervised, 'ended' | 'stop' >,
	readiness: Readiness,
	findReady: ( signal: AbortSignal ) => Promise< T >
): Promise< T > {
	const over = new AbortController();
	const { signal } = over;
	const timeout = wait( readiness.timeoutMs ?? READY_MS, undefined, {
		signal,
		ref: false,
	} );
	try {
		return await Promise.race( [
			findReady( signal ),
			server.ended.then( ( end ): never => {
				throw failure( readiness, end );
			} ),
			timeout.then( (): never => {
				throw failure( readiness );
			} ),
		] );
	} catch ( error ) {
		over.abort();
		await server.stop();
		throw error;
	} finally {
		over.abort();
	}
}

/**
 * Asks a server until it is ready.
 *
 * @param  isReady Ends its request when the signal is aborted.
 * @throws {KitError} As `expectReady()`.
 */
export function waitUntilReady(
	server: Pick< Supervised, 'ended' | 'stop' >,
	readiness: Readiness,
	isReady: ( signal: AbortSignal ) => Promise< boolean >
): Promise< void > {
	return expectReady( server, readiness, async ( signal ) => {
		while ( ! ( await isReady( signal ) ) ) {
			await wait( POLL_MS, undefined, { signal } );
		}
	} );
}

/** Returns whether a URL answers with a status from 200 to 299. */
export async function answers(
	url: string,
	signal: AbortSignal
): Promise< boolean > {
	try {
		const { ok, body } = await fetch( url, { signal } );
		await body?.cancel();
		return ok;
	} catch {
		return false;
	}
}
