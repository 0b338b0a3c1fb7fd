/**
 * A started application, and whether it answers.
 */
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { lastWords } from './log-file.ts';
import type { LogFile } from './log-file.ts';
import { ProcessGroup } from './process-group.ts';
import type { Outcome } from './process-group.ts';
import { BuildError, readManifest, startCommand } from './project.ts';
import { applicationVariables } from './variables.ts';
import type { VariableOptions } from './variables.ts';

const PROBE_EVERY_MS = 50;
const PROBE_TIMEOUT_MS = 5000;
const DRAIN_MS = 10_000;

export interface ApplicationOptions {
	release: string;
	variables: Omit< VariableOptions, 'manifest' | 'release' >;
	log: LogFile;
	healthTimeoutMs: number;
	signal: AbortSignal;
}

/** Finds a port that nobody listens on, on either family of addresses. */
export function findFreePort(): Promise< number > {
	return new Promise( ( resolve, reject ) => {
		const server = createServer();
		server.once( 'error', reject );
		server.listen( 0, '127.0.0.1', () => {
			const address = server.address();
			const port =
				typeof address === 'object' && address ? address.port : 0;
			server.close( () => resolve( port ) );
		} );
	} );
}

/** Where an application's output goes at the moment. */
interface Output {
	log: LogFile;
}

/** A running application that edges send requests to. */
export class Application {
	readonly pool: Pool;
	readonly exited: Promise< Outcome >;
	readonly #group: ProcessGroup;
	readonly #output: Output;

	constructor( group: ProcessGroup, origin: string, output: Output ) {
		this.#group = group;
		this.#output = output;
		this.exited = group.exited;
		this.pool = new Pool( origin, {
			connections: 64,
			headersTimeout: 60_000,
			bodyTimeout: 300_000,
		} );
	}

	/**
	 * Sends what the application prints from now on to another log.
	 *
	 * @param log The log.
	 */
	logTo( log: LogFile ): void {
		this.#output.log = log;
	}

	/**
	 * Ends the application after the requests that it is answering, or at once.
	 *
	 * @param drain Whether requests under way are waited for.
	 */
	async stop( drain: boolean ): Promise< void > {
		if ( drain ) {
			const patience = new AbortController();
			await Promise.race( [
				this.pool.close(),
				this.exited,
				delay( DRAIN_MS, undefined, {
					signal: patience.signal,
				} ).catch( () => {} ),
			] );
			patience.abort();
		}
		await this.#group.stop();
		await this.pool.destroy().catch( () => {} );
	}
}

async function probe( origin: string ): Promise< number | null > {
	try {
		const answer = await fetch( origin, {
			redirect: 'manual',
			signal: AbortSignal.timeout( PROBE_TIMEOUT_MS ),
		} );
		await answer.body?.cancel();
		return answer.status;
	} catch {
		return null;
	}
}

function exitInWords( outcome: Outcome, log: LogFile ): BuildError {
	const how =
		outcome.error ||
		( outcome.signal
			? `was ended by ${ outcome.signal }`
			: `ended with exit code ${ outcome.code }` );
	return new BuildError(
		`The application ${ how } before it answered. ${ lastWords( log ) }`
	);
}

async function waitUntilHealthy(
	port: number,
	group: ProcessGroup,
	options: ApplicationOptions
): Promise< string > {
	const { log, healthTimeoutMs, signal } = options;
	// An application that listens on "localhost" may be there on one family of addresses only.
	const origins = [ `http://127.0.0.1:${ port }`, `http://[::1]:${ port }` ];
	let ended: Outcome | null = null;
	void group.exited.then( ( outcome ) => ( ended = outcome ) );
	const deadline = performance.now() + healthTimeoutMs;
	let lastStatus: number | null = null;
	while ( performance.now() < deadline ) {
		for ( const origin of origins ) {
			const status = await probe( origin );
			signal.throwIfAborted();
			if ( ended ) {
				throw exitInWords( ended, log );
			}
			if ( status !== null && status < 500 ) {
				return origin;
			}
			lastStatus = status ?? lastStatus;
		}
		await Promise.race( [ delay( PROBE_EVERY_MS ), group.exited ] );
	}
	const seconds = healthTimeoutMs / 1000;
	throw new BuildError(
		lastStatus === null
			? `The application did not answer on port ${ port } within ${ seconds } s. It has to listen on the port that PORT names.`
			: `The application answered ${ lastStatus } on port ${ port } for ${ seconds } s; it has to answer with a status below 500.`
	);
}

/**
 * Starts the application of a release, and waits until it answers.
 *
 * @param options The release, its variables and how long to wait.
 * @throws BuildError when it does not answer in time; it is ended then.
 */
export async function startApplication(
	options: ApplicationOptions
): Promise< Application > {
	const { release, variables, log } = options;
	const manifest = await readManifest( release );
	const wanted = variables.environment.shellVariables.find(
		( { key } ) => key === 'ATLAS_START_SCRIPT'
	);
	const start = startCommand( release, manifest, wanted?.value );
	const port = await findFreePort();
	log.say( `${ start.title }, PORT=${ port }` );
	const output: Output = { log };
	const group = new ProcessGroup( {
		command: start.command,
		args: start.args,
		cwd: release,
		env: applicationVariables( { ...variables, manifest, release }, port ),
		onOutput: ( chunk ) => output.log.append( chunk ),
	} );
	try {
		const origin = await waitUntilHealthy( port, group, options );
		return new Application( group, origin, output );
	} catch ( error ) {
		await group.stop();
		throw error;
	}
}
