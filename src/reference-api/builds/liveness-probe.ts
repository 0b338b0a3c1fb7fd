/** Finds an application that hangs: its process runs, and it answers no request at all. */
import { waitFor } from '../lib/wait.ts';

/** A path that hardly any application has, so that a probe causes a 404 instead of rendering a page. */
const PROBE_PATH = '/.well-known/headless-deploy-probe';
/** How long a probe waits until the application counts as unresponsive. */
const STEP_MS = 10_000;
/** Pause after a refused or reset connection. */
const RETRY_MS = 1000;

export interface ProbedApplication {
	/** Where it answers, `http://HOST:PORT`. */
	origin: string;
	/** How many requests it has answered so far, those of visitors included. */
	readonly responseCount: number;
	recordResponse: () => void;
	markUnresponsive: () => void;
}

export interface ProbeOptions {
	/** Time between two probes. */
	everyMs: number;
	/** How long there may be no response; with Infinity, the application is only reported. */
	timeoutMs: number;
	signal: AbortSignal;
	wait?: ( ms: number, signal: AbortSignal ) => Promise< unknown >;
	/** Whether a request was answered, with any status. */
	probe?: ( url: string, signal: AbortSignal ) => Promise< boolean >;
}

type Parts = Required< ProbeOptions >;

async function request( url: string, signal: AbortSignal ): Promise< boolean > {
	try {
		const answer = await fetch( url, {
			redirect: 'manual',
			headers: { 'user-agent': 'headless-deploy-probe' },
			signal,
		} );
		await answer.body?.cancel();
		return true;
	} catch {
		return false;
	}
}

/** Probes until there is a response. Resolves to false when the signal is aborted. */
async function untilResponse(
	url: string,
	{ probe, wait }: Parts,
	signal: AbortSignal
): Promise< boolean > {
	while ( ! signal.aborted ) {
		if ( await probe( url, signal ) ) {
			return true;
		}
		await wait( RETRY_MS, signal );
	}
	return false;
}

/**
 * Probes once. Time is counted in steps, so that a computer that was asleep costs one step at most.
 *
 * @return Whether the application answered nothing during the whole time-out.
 */
async function isUnresponsive(
	application: ProbedApplication,
	parts: Parts
): Promise< boolean > {
	const { timeoutMs, wait } = parts;
	const done = new AbortController();
	const signal = AbortSignal.any( [ parts.signal, done.signal ] );
	const probePath = ( path: string ) =>
		untilResponse( application.origin + path, parts, signal );
	const probes = [ probePath( PROBE_PATH ) ];
	const countBefore = application.responseCount;
	try {
		for ( let waited = 0; waited < timeoutMs; waited += STEP_MS ) {
			const isAnswered = await Promise.race( [
				...probes,
				wait( Math.min( STEP_MS, timeoutMs - waited ), signal ),
			] );
			if ( parts.signal.aborted ) {
				return false;
			}
			if (
				isAnswered === true ||
				application.responseCount !== countBefore
			) {
				application.recordResponse();
				return false;
			}
			if ( waited === 0 ) {
				application.markUnresponsive();
				// An application may not answer unknown paths, but it answered this one when it was started.
				probes.push( probePath( '/' ) );
			}
		}
		return true;
	} finally {
		done.abort();
	}
}

/**
 * Watches an application until it hangs. It is not probed while visitors receive responses.
 *
 * @return False if the signal was aborted.
 */
export async function waitUntilUnresponsive(
	application: ProbedApplication,
	options: ProbeOptions
): Promise< boolean > {
	const parts = { wait: waitFor, probe: request, ...options };
	const { everyMs, signal, wait } = parts;
	while ( ! signal.aborted ) {
		const countBefore = application.responseCount;
		await wait( everyMs, signal );
		if (
			! signal.aborted &&
			application.responseCount === countBefore &&
			( await isUnresponsive( application, parts ) )
		) {
			return true;
		}
	}
	return false;
}
