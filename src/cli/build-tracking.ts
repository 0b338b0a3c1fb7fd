/** Reads and follows builds and logs. */
import { PlatformError } from '../platform-client/platform-error.ts';
import { isActive, isDeployed } from '../shared/build-states.ts';
import type { Context } from './context.ts';
import { CliError, EXIT } from './exit-codes.ts';
import { ENVIRONMENTS_PATH } from './place.ts';
import type { EnvironmentHost } from './place.ts';
import { read } from './response.ts';

export const BUILDS_PATH =
	`${ ENVIRONMENTS_PATH }/{environment}/builds` as const;

const POLL_MS = 500;
/** A platform that restarts is asked again for half a minute. */
const MAX_FAILED_POLLS = 60;

/** The fields that commands print as JSON. */
export const BUILD = {
	name: '',
	number: 0,
	state: '',
	trigger: '',
	startedBy: '',
	createTime: '',
	error: '',
	/** Absent on other hosts. */
	commitMessage: undefined as string | undefined,
};

export type Build = typeof BUILD;

/** @param build The ID, the number, or NO_BUILD. */
export function readBuild(
	{ client, path }: EnvironmentHost,
	build: string
): Promise< Build > {
	const params = { path: { ...path, build } };
	return read( client.GET( `${ BUILDS_PATH }/{build}`, { params } ), BUILD );
}

/** Returns the error of a build that did not go live. */
export function buildFailure( build: Build ): CliError | null {
	return isDeployed( build )
		? null
		: new CliError(
				EXIT.buildFailed,
				`Build ${ build.number } did not go live (${ build.state }). ${ build.error }`
			);
}

/** Prints what a log has gained since the last call: whole lines, and at its end the rest. */
type LogPrinter = ( isEnd: boolean ) => Promise< void >;

/** @param readPart Reads the log from an offset. A log that was truncated continues at offset 0. */
export function makeLogPrinter(
	readPart: (
		offset: number
	) => Promise< { data?: { text: string; nextOffset: number } } >,
	print: ( line: string ) => void
): LogPrinter {
	let offset = 0;
	let unfinished = '';
	return async ( isEnd ) => {
		for ( let hasMore = true; hasMore; ) {
			const { text, nextOffset } = await read( readPart( offset ), {
				text: '',
				nextOffset: 0,
			} );
			hasMore = text !== '' && nextOffset !== offset;
			offset = nextOffset;
			const lines = ( unfinished + text ).split( '\n' );
			unfinished = lines.pop() ?? '';
			lines.forEach( print );
		}
		if ( isEnd && unfinished !== '' ) {
			print( unfinished );
		}
	};
}

export function makeBuildLogPrinter(
	{ client, path }: EnvironmentHost,
	build: string,
	print: ( line: string ) => void
): LogPrinter {
	return makeLogPrinter(
		( offset ) =>
			client.GET( `${ BUILDS_PATH }/{build}/log`, {
				params: { path: { ...path, build }, query: { offset } },
			} ),
		print
	);
}

function isTemporary( error: unknown ): boolean {
	return (
		error instanceof PlatformError &&
		( error.status === 0 || error.status >= 500 )
	);
}

/** Polls until the result is not null. Tolerates that the host cannot be reached for a while. */
export async function poll< Result >(
	context: Context,
	readResult: () => Promise< Result | null >,
	{
		signal,
		intervalMs = POLL_MS,
	}: { signal?: AbortSignal; intervalMs?: number } = {}
): Promise< Result > {
	let failures = 0;
	for (;;) {
		try {
			const result = await readResult();
			if ( result !== null ) {
				return result;
			}
			failures = 0;
		} catch ( error ) {
			failures += 1;
			if ( ! isTemporary( error ) || failures > MAX_FAILED_POLLS ) {
				throw error;
			}
		}
		await context.wait( intervalMs, signal );
	}
}

/** Waits until a build has ended, and prints its log. */
export function followBuild(
	host: EnvironmentHost,
	id: string,
	printLog: LogPrinter = async () => {},
	signal?: AbortSignal
): Promise< Build > {
	return poll(
		host.context,
		async () => {
			const build = await readBuild( host, id );
			// After the state, so that the log of a build that has ended is complete.
			const hasEnded = ! isActive( build );
			await printLog( hasEnded );
			return hasEnded ? build : null;
		},
		signal ? { signal } : {}
	);
}

/** Returns a signal that Ctrl-C aborts. */
export function stopSignal( { stopped }: Context ): AbortSignal {
	const stop = new AbortController();
	void stopped().then( () => stop.abort() );
	return stop.signal;
}
