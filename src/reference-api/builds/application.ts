import { homedir } from 'node:os';
import { Pool } from 'undici';
import type { Limits } from '../lib/limits.ts';
import { waitFor } from '../lib/wait.ts';
import { claimPort } from './free-port.ts';
import { waitUntilReady } from './readiness-check.ts';
import type { LogFile } from './log-file.ts';
import { chooseNode, PLATFORM_NODE } from './node-version.ts';
import { ProcessGroup } from './process-group.ts';
import type { ExitResult } from './process-group.ts';
import { startCommand } from './project.ts';
import { failureFacts, readProject } from './project-folders.ts';
import { applicationVariables } from './process-variables.ts';
import type { VariableOptions } from './process-variables.ts';

/** A visitor or a page may cause a single failed request. The application causes this many in a row. */
const MAX_FAILURES = 3;

export interface ApplicationOptions {
	release: string;
	variables: Omit< VariableOptions, 'manifest' | 'node' | 'release' >;
	log: LogFile;
	limits: Pick< Limits, 'healthTimeoutSeconds' | 'drainTimeoutSeconds' >;
	signal: AbortSignal;
	/** Called when it listens, or at the timeout. */
	onStarted?: () => Promise< void >;
}

/** The current destination of an application's output. */
interface Output {
	log: LogFile;
}

export interface RunningApplication {
	group: Pick< ProcessGroup, 'exited' | 'stop' >;
	/** Its origin, `http://HOST:PORT`. */
	origin: string;
	output: Output;
	drainTimeoutMs: number;
}

/** A running application that edges send requests to. */
export class Application {
	/**
	 * Excluded from the package’s types, which must not need undici.
	 *
	 * @internal
	 */
	readonly pool: Pool;
	readonly exited: Promise< ExitResult >;
	/** Where it answers, `http://HOST:PORT`. */
	readonly origin: string;
	readonly #parts: RunningApplication;
	/** Resolves when no WebSocket uses it any more. */
	#free = Promise.withResolvers< void >();
	#openConnections = 0;
	#failures = 0;
	#responseCount = 0;
	#onAnswering: ( isAnswering: boolean ) => void = () => {};

	constructor( parts: RunningApplication ) {
		this.#parts = parts;
		this.exited = parts.group.exited;
		this.origin = parts.origin;
		this.#free.resolve();
		this.pool = new Pool( parts.origin, {
			// The edge bounds how many there are: `requestsPerEnvironment`.
			connections: null,
			headersTimeout: 60_000,
			bodyTimeout: 300_000,
		} );
	}

	/** Sends the further output of the application to another log. */
	logTo( log: LogFile ): void {
		this.#parts.output.log = log;
	}

	/** Calls back when the application stops answering requests, and when it answers again. */
	onAnswering( listener: ( isAnswering: boolean ) => void ): void {
		this.#onAnswering = listener;
	}

	/** How many requests it has answered so far. */
	get responseCount(): number {
		return this.#responseCount;
	}

	/** Records a response, whatever the status. */
	recordResponse(): void {
		this.#responseCount++;
		const wasSilent = this.#failures >= MAX_FAILURES;
		this.#failures = 0;
		if ( wasSilent ) {
			this.#onAnswering( true );
		}
	}

	/** Records a request without a response. */
	recordFailure(): void {
		this.#failures++;
		if ( this.#failures === MAX_FAILURES ) {
			this.#onAnswering( false );
		}
	}

	/** Records that a probe has had no response for a long time. */
	markUnresponsive(): void {
		if ( this.#failures < MAX_FAILURES ) {
			this.#failures = MAX_FAILURES;
			this.#onAnswering( false );
		}
	}

	/**
	 * Keeps it running while a connection outside of the pool is open, such as a WebSocket.
	 *
	 * @return To be called once, when the connection has ended.
	 */
	keepRunning(): () => void {
		if ( this.#openConnections === 0 ) {
			this.#free = Promise.withResolvers();
		}
		this.#openConnections++;
		return () => {
			this.#openConnections--;
			if ( this.#openConnections === 0 ) {
				this.#free.resolve();
			}
		};
	}

	/** Ends the application after the requests that it is answering, or at once. */
	async stop( drain: boolean ): Promise< void > {
		const { group, drainTimeoutMs } = this.#parts;
		if ( drain && drainTimeoutMs > 0 ) {
			const timeout = new AbortController();
			await Promise.race( [
				this.pool.close().then( () => this.#free.promise ),
				this.exited,
				waitFor( drainTimeoutMs, timeout.signal ),
			] );
			timeout.abort();
		}
		await group.stop();
		await this.pool.destroy().catch( () => {} );
	}
}

/** Runs the start script of a release. */
async function launch( options: ApplicationOptions, port: number ) {
	const { release, variables, log, signal } = options;
	const project = await readProject( release, variables.rootDirectory );
	const { folder, manifest, nodeRange } = project;
	const node = await chooseNode( nodeRange, {
		own: PLATFORM_NODE,
		home: homedir(),
		platformEnv: variables.platformEnv,
	} );
	const wanted = variables.shellVariables.find(
		( { key } ) => key === 'ATLAS_START_SCRIPT'
	);
	const start = startCommand( folder, manifest, node, wanted?.value );
	signal.throwIfAborted();
	log.writeLine( `$ ${ start.title }, PORT=${ port }` );
	const output: Output = { log };
	const group = new ProcessGroup( {
		command: start.command,
		args: start.args,
		cwd: folder,
		env: applicationVariables(
			{ ...variables, manifest, node, release },
			port
		),
		onOutput: ( chunk ) => output.log.append( chunk ),
	} );
	const facts = failureFacts( project, release );
	return { group, output, title: start.title, ...facts };
}

async function startOn(
	port: number,
	options: ApplicationOptions
): Promise< Application > {
	const { variables, log, limits, signal } = options;
	const { group, output, ...launched } = await launch( options, port );
	try {
		const origin = await waitUntilReady( {
			...launched,
			port,
			group,
			log,
			timeoutMs: limits.healthTimeoutSeconds * 1000,
			signal,
			wordpressUrl: variables.wordpressUrl,
			onStarted: options.onStarted ?? ( async () => {} ),
		} );
		const drainTimeoutMs = limits.drainTimeoutSeconds * 1000;
		return new Application( { group, origin, output, drainTimeoutMs } );
	} catch ( error ) {
		await group.stop();
		throw error;
	}
}

/**
 * Starts the application of a release, and waits until it answers.
 *
 * @throws BuildError when it does not answer in time; it is ended then.
 */
export async function startApplication(
	options: ApplicationOptions
): Promise< Application > {
	const { port, release } = await claimPort();
	try {
		return await startOn( port, options );
	} finally {
		release();
	}
}
