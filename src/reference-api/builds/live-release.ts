import { errorMessage } from '../lib/errors.ts';
import { waitFor } from '../lib/wait.ts';
import type { ApplicationExit, ApplicationStatus } from '../model/hosting.ts';
import type { Application } from './application.ts';
import { ApplicationExitedError } from './readiness-check.ts';
import type { LogFile } from './log-file.ts';
import { exitMessage } from './process-group.ts';
import type { ExitResult } from './process-group.ts';

const FIRST_RESTART_MS = 1000;
const LAST_RESTART_MS = 30_000;
/** An application that ran for this long is restarted without a delay, and the next delays are short again. */
const STEADY_MS = 10_000;
const LAST_LINES = 20;

export type LiveApplication = Pick<
	Application,
	'exited' | 'logTo' | 'onAnswering' | 'stop'
>;

export interface LiveReleaseOptions< Kind extends LiveApplication > {
	buildId: string;
	log: LogFile;
	/** Starts its application again, and waits until it responds. */
	start: ( log: LogFile, signal: AbortSignal ) => Promise< Kind >;
	/** Resolves to true when the application hangs, to false when the signal is aborted. */
	untilHung: ( application: Kind, signal: AbortSignal ) => Promise< boolean >;
	/** How long an application that hangs answered nothing, for the log. */
	hangTimeoutSeconds: number;
	now: () => Date;
	/** A monotonic clock, in milliseconds. */
	monotonicNow?: () => number;
	/** Waits until an application that ended is started again. */
	wait?: ( ms: number, signal: AbortSignal ) => Promise< unknown >;
	/** Called when the state changes. */
	onChange: () => void;
}

/** Runs the live release of an environment, and restarts it when it exits. */
export class LiveRelease< Kind extends LiveApplication = Application > {
	readonly buildId: string;
	readonly #options: Required< LiveReleaseOptions< Kind > >;
	readonly #end = new AbortController();
	#application: Kind | null = null;
	#state: Pick< ApplicationStatus, 'state' | 'since' | 'lastOutput' >;
	#restarts = 0;
	/** The delay before the next restart. An application that answers and then ends again must not reset it. */
	#waitMs = FIRST_RESTART_MS;
	#lastExit: ApplicationExit | null = null;
	#starting: Promise< void > = Promise.resolve();

	constructor( options: LiveReleaseOptions< Kind > ) {
		this.buildId = options.buildId;
		this.#options = {
			wait: waitFor,
			monotonicNow: () => performance.now(),
			...options,
		};
		this.#state = {
			state: 'starting',
			since: options.now(),
			lastOutput: '',
		};
	}

	/** The application that answers visitors, or null while there is none. */
	get application(): Kind | null {
		return this.#application;
	}

	/** What visitors get. */
	get state(): ApplicationStatus {
		return {
			...this.#state,
			restarts: this.#restarts,
			lastExit: this.#lastExit,
		};
	}

	#setState( state: ApplicationStatus[ 'state' ], lastOutput = '' ): void {
		// Another failed start does not change the time since which nothing is served.
		const isSame = state === this.#state.state;
		const since = isSame ? this.#state.since : this.#options.now();
		this.#state = { state, since, lastOutput };
		this.#options.onChange();
	}

	#lastOutput(): string {
		return this.#options.log.lines.slice( -LAST_LINES ).join( '\n' );
	}

	/** Makes an application that answers requests the one that serves visitors. */
	put( application: Kind ): void {
		this.#application = application;
		application.logTo( this.#options.log );
		application.onAnswering( ( isAnswering ) =>
			isAnswering
				? this.#setState( 'up' )
				: this.#setState( 'unresponsive', this.#lastOutput() )
		);
		this.#setState( 'up' );
		const hung = this.#endWhenHung( application );
		const { monotonicNow } = this.#options;
		const startedAt = monotonicNow();
		void application.exited.then( async ( outcome ) => {
			if ( monotonicNow() - startedAt >= STEADY_MS ) {
				this.#waitMs = 0;
			}
			const reason = ( await hung() )
				? `The application answered no request for ${ this.#options.hangTimeoutSeconds } s and was stopped`
				: `The application ${ exitMessage( outcome ) }`;
			this.#handleExit( outcome, reason );
		} );
	}

	/** @return Ends the watch when the application has ended, and answers whether it hung. */
	#endWhenHung( application: Kind ): () => Promise< boolean > {
		const exited = new AbortController();
		const signal = AbortSignal.any( [ this.#end.signal, exited.signal ] );
		const isHung = this.#options.untilHung( application, signal );
		void isHung.then( ( hangs ) =>
			hangs && ! signal.aborted ? application.stop( false ) : undefined
		);
		return () => {
			exited.abort();
			return isHung;
		};
	}

	#recordExit(
		outcome: Partial< ExitResult >,
		unmaskedReason: string
	): void {
		const { log, now } = this.#options;
		const { code = null, signal = null } = outcome;
		const reason = log.mask( unmaskedReason );
		this.#lastExit = { time: now(), code, signal, reason };
	}

	#handleExit( outcome: ExitResult, reason: string ): void {
		this.#application = null;
		if ( ! this.#end.signal.aborted ) {
			const output = this.#lastOutput();
			this.#recordExit( outcome, reason );
			this.#options.log.writeLine( `${ reason }.` );
			this.#setState( 'down', output );
			this.#starting = this.#startAgain();
		}
	}

	/**
	 * Starts the application. A failed start is retried.
	 *
	 * @return Resolves when the application runs or the release was stopped.
	 */
	resume(): Promise< void > {
		if ( this.#application ) {
			// A build has deployed it since the platform accepts uploads.
			return Promise.resolve();
		}
		this.#starting = this.#startOnce().then( ( isDone ) =>
			isDone ? undefined : this.#startAgain()
		);
		return this.#starting;
	}

	/**
	 * Tries to start the application.
	 *
	 * @return Whether nothing is left to be done.
	 */
	async #startOnce(): Promise< boolean > {
		const { log, start } = this.#options;
		const { signal } = this.#end;
		if ( signal.aborted ) {
			return true;
		}
		try {
			const application = await start( log, signal );
			if ( signal.aborted ) {
				await application.stop( false );
			} else {
				this.put( application );
			}
			return true;
		} catch ( error ) {
			if ( ! signal.aborted ) {
				const output = this.#lastOutput();
				const outcome =
					error instanceof ApplicationExitedError
						? error.outcome
						: {};
				this.#recordExit( outcome, errorMessage( error ) );
				log.writeLine( errorMessage( error ) );
				this.#setState(
					'down',
					output || log.mask( errorMessage( error ) )
				);
			}
			return signal.aborted;
		}
	}

	/** Restarts an application that exited, with exponential backoff. */
	async #startAgain(): Promise< void > {
		const { log, wait } = this.#options;
		const { signal } = this.#end;
		do {
			const waitMs = this.#waitMs;
			this.#waitMs = Math.min(
				Math.max( 2 * waitMs, FIRST_RESTART_MS ),
				LAST_RESTART_MS
			);
			await wait( waitMs, signal );
			if ( ! signal.aborted ) {
				this.#restarts++;
				log.writeLine( 'Restarting the application' );
			}
		} while ( ! ( await this.#startOnce() ) );
	}

	/**
	 * Stops the application and serves nothing.
	 *
	 * @param drain Whether open requests are completed first.
	 */
	async stop( drain: boolean ): Promise< void > {
		this.#end.abort();
		const application = this.#application;
		await Promise.all( [ application?.stop( drain ), this.#starting ] );
		this.#options.log.close();
	}
}
