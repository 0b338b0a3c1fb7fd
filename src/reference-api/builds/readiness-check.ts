import { setTimeout as delay } from 'node:timers/promises';
import { commandFailureMessage, lastOutput } from './failure-message.ts';
import type { Failure } from './failures/failure.ts';
import type { LogFile } from './log-file.ts';
import type { ExitResult, ProcessGroup } from './process-group.ts';
import { BuildError } from './project.ts';

const PROBE_EVERY_MS = 50;
const PROBE_TIMEOUT_MS = 5000;
/** A process that has not exited by then counts as started; it only has to respond. */
const START_GRACE_MS = 3000;

export interface ReadinessOptions extends Pick<
	Failure,
	'scripts' | 'folders' | 'manager' | 'wordpressUrl'
> {
	port: number;
	group: Pick< ProcessGroup, 'exited' | 'listeningPorts' | 'openPorts' >;
	/** The command, for messages. */
	title: string;
	log: LogFile;
	timeoutMs: number;
	signal: AbortSignal;
	/** Called once, when it listens or at the timeout. */
	onStarted: () => Promise< void >;
	/** After this time a process that has not exited counts as started. */
	startGraceMs?: number;
	/** A monotonic clock, in milliseconds. */
	now?: () => number;
}

/** The application ended before it answered. */
export class ApplicationExitedError extends BuildError {
	readonly outcome: ExitResult;

	constructor( message: string, outcome: ExitResult ) {
		super( message );
		this.outcome = outcome;
	}
}

async function probe(
	origin: string,
	signal: AbortSignal
): Promise< number | null > {
	try {
		const answer = await fetch( origin, {
			redirect: 'manual',
			signal: AbortSignal.any( [
				signal,
				AbortSignal.timeout( PROBE_TIMEOUT_MS ),
			] ),
		} );
		await answer.body?.cancel();
		return answer.status;
	} catch {
		return null;
	}
}

/** Finds a wrong port on which an application says that it listens. */
function otherPort( lines: readonly string[], port: number ): string | null {
	for ( const line of lines ) {
		const named =
			/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\]|\bport):?\s*(\d{2,5})\b/i.exec(
				line
			)?.[ 1 ];
		if ( named && Number( named ) !== port ) {
			return named;
		}
	}
	return null;
}

const PORT_RULE = 'it has to listen on the port that the variable PORT names.';

function portRemedy( ports: readonly number[], port: number ): string | null {
	return ports.length > 0 && ! ports.includes( port )
		? `It listens on port ${ ports.join( ', ' ) } instead; ${ PORT_RULE }`
		: null;
}

function printedPortRemedy( port: string | null ): string | null {
	return port && `It seems to listen on port ${ port }; ${ PORT_RULE }`;
}

/** The platform listens on loopback only, but an application decides for itself. */
function writeOpenPorts( { group, log }: ReadinessOptions ): void {
	const ports = group.openPorts();
	if ( ports.length > 0 ) {
		const name = ports.length === 1 ? 'Port' : 'Ports';
		log.writeLine(
			`warning: ${ name } ${ ports.join( ', ' ) } of the application can be reached from other machines, without the edge. It must listen on the address that the variable HOST names, for example server.listen( process.env.PORT, process.env.HOST )`
		);
	}
}

function timeoutMessage(
	options: ReadinessOptions,
	status: number | null
): string {
	const { port, timeoutMs, log, group } = options;
	const { lines } = log;
	const seconds = timeoutMs / 1000;
	if ( status !== null ) {
		return `it answered ${ status } on port ${ port } for ${ seconds } s; the status has to be below 500. ${ lastOutput(
			lines
		) }`;
	}
	const remedy =
		portRemedy( group.listeningPorts(), port ) ??
		printedPortRemedy( otherPort( lines, port ) ) ??
		'The application must listen on the port in the variable PORT.';
	return `it did not respond on port ${ port } within ${ seconds } s. ${ remedy } ${ lastOutput(
		lines
	) }`;
}

/**
 * Waits until an application answers with a status below 500.
 *
 * @throws BuildError when it ends or does not answer in time, or the signal's reason.
 */
export async function waitUntilReady(
	options: ReadinessOptions
): Promise< string > {
	const { port, group, title, log, signal, onStarted } = options;
	const { startGraceMs = START_GRACE_MS, now = () => performance.now() } =
		options;
	// An application that listens on "localhost" may be there on one family of addresses only.
	const origins = [ `http://127.0.0.1:${ port }`, `http://[::1]:${ port }` ];
	const ended = group.exited.then( ( outcome ) => {
		const failure = { ...options, lines: log.lines };
		throw new ApplicationExitedError(
			commandFailureMessage(
				outcome,
				{ ...failure, title },
				' before it answered'
			),
			outcome
		);
	} );
	ended.catch( () => {} );
	const startedAt = now();
	let hasStarted = false;
	let lastStatus: number | null = null;
	const note = async ( isStarted: boolean ) => {
		if ( isStarted && ! hasStarted ) {
			hasStarted = true;
			await onStarted();
		}
	};
	while ( now() - startedAt < options.timeoutMs ) {
		for ( const origin of origins ) {
			const status = await Promise.race( [
				probe( origin, signal ),
				ended,
			] );
			signal.throwIfAborted();
			lastStatus = status ?? lastStatus;
			await note( status !== null || now() - startedAt > startGraceMs );
			if ( status !== null && status < 500 ) {
				log.writeLine( `It answers ${ status } on port ${ port }` );
				writeOpenPorts( options );
				return origin;
			}
		}
		await Promise.race( [ delay( PROBE_EVERY_MS ), ended ] );
	}
	await note( true );
	throw new BuildError( timeoutMessage( options, lastStatus ) );
}
