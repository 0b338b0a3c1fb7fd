/** Reads and follows builds. */
import { plainText } from '../shared/plain-text.ts';
import { bodyOf } from '../platform-client/platform-client.ts';
import { PlatformError } from '../platform-client/platform-error.ts';
import type { Build } from '../shared/platform-api.generated.ts';
import type { Context } from './context.ts';
import { CliError, EXIT } from './exit-codes.ts';
import type { Host } from './host.ts';
import { formatLine } from './output.ts';
import type { EnvironmentPlace } from './place.ts';
import { expectShape } from './response-shape.ts';

export const BUILDS_PATH =
	'/v1/accounts/{account}/apps/{app}/environments/{environment}/builds';

const POLL_MS = 500;
/** A platform that restarts is asked again for half a minute. */
const MAX_FAILED_POLLS = 60;
/** The platform's maximum. */
const PAGE_SIZE = 1000;
const RUNNING = [ 'queued', 'building', 'deploying' ];

const BUILD = {
	name: '',
	number: 0,
	state: '',
	trigger: '',
	startedBy: '',
	createTime: '',
	error: '',
};

/** The fields that commands print as JSON. */
export function summarizeBuild( build: Build ) {
	const { name, number, state, trigger, startedBy, createTime, error } =
		build;
	return { name, number, state, trigger, startedBy, createTime, error };
}

export function formatBuild( build: Build ): string {
	const { number, state, createTime, startedBy, error } = build;
	return formatLine( number, state, createTime, startedBy, error );
}

export async function listBuilds(
	{ client }: Host,
	path: EnvironmentPlace
): Promise< Build[] > {
	const query = { pageSize: PAGE_SIZE };
	const { builds } = expectShape(
		await bodyOf( client.GET( BUILDS_PATH, { params: { path, query } } ) ),
		{ builds: [ BUILD ] },
		'builds'
	);
	return builds;
}

/** @param build The ID, the number, or `no_build` for the newest one. */
export async function readBuild(
	{ client }: Host,
	place: EnvironmentPlace,
	build: string
): Promise< Build > {
	const params = { path: { ...place, build } };
	return expectShape(
		await bodyOf( client.GET( `${ BUILDS_PATH }/{build}`, { params } ) ),
		BUILD,
		'build'
	);
}

/** @throws CliError `buildFailed`, with the reason, when the build did not go live. */
export function expectLive( build: Build ): void {
	if ( ! [ 'live', 'succeeded' ].includes( build.state ) ) {
		throw new CliError(
			EXIT.buildFailed,
			`Build ${ build.number } did not go live (${ build.state }). ${ build.error }`.trim()
		);
	}
}

/** Prints what a log has gained since the last call: whole lines, and at its end the rest. */
type LogPrinter = ( isEnd: boolean ) => Promise< void >;

/** @param readPart Reads the log from an offset. A log that was rotated begins at 0 again. */
export function makeLogPrinter(
	readPart: (
		offset: number
	) => Promise< { text: string; nextOffset: number } >,
	print: ( line: string ) => void
): LogPrinter {
	let offset = 0;
	let unfinished = '';
	return async ( isEnd ) => {
		for ( let hasMore = true; hasMore; ) {
			const { text, nextOffset } = expectShape(
				await readPart( offset ),
				{ text: '', nextOffset: 0 },
				'log'
			);
			hasMore = text !== '' && nextOffset !== offset;
			offset = nextOffset;
			const lines = ( unfinished + text ).split( '\n' );
			unfinished = lines.pop() ?? '';
			lines.forEach( ( line ) => print( plainText( line ) ) );
		}
		if ( isEnd && unfinished !== '' ) {
			print( plainText( unfinished ) );
		}
	};
}

export function makeBuildLogPrinter(
	{ client }: Host,
	place: EnvironmentPlace,
	build: string,
	print: ( line: string ) => void
): LogPrinter {
	const path = { ...place, build };
	return makeLogPrinter(
		( offset ) =>
			bodyOf(
				client.GET( `${ BUILDS_PATH }/{build}/log`, {
					params: { path, query: { offset } },
				} )
			),
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
	signal?: AbortSignal,
	intervalMs = POLL_MS
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
	context: Context,
	host: Host,
	place: EnvironmentPlace,
	id: string,
	printLog: LogPrinter = async () => {},
	signal?: AbortSignal
): Promise< Build > {
	return poll(
		context,
		async () => {
			const build = await readBuild( host, place, id );
			// After the state, so that the log of a build that has ended is complete.
			const isRunning = RUNNING.includes( build.state );
			await printLog( ! isRunning );
			return isRunning ? null : build;
		},
		signal
	);
}
