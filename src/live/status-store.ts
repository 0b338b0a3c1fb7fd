import { errorMessage } from '../shared/errors.ts';
import type { Status } from '../shared/wire.ts';
import { Scheduler } from './scheduler.ts';
import { dispatchDue, dispatchOnPageClose, fetchStatus } from './api.ts';
import {
	earliestDueMs,
	isMoving,
	nextDispatchMs,
	pendingSignature,
} from './due-time.ts';
import { DeferredDispatch } from './deferred-dispatch.ts';
import { isLoggedOut } from './login.ts';
import { onRequestOfOtherTab } from './other-tabs.ts';
import { ServerTime } from './server-time.ts';

const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 30_000;
/** While a run is pending, another user may start it, for example with a new token. */
const PENDING_MS = 15_000;
/** A hidden page still dispatches due runs: browsers run its timers once a minute. */
const HIDDEN_MS = 60_000;
/** Changes may be held for days, but another user may release them while this page is open. */
const HELD_MS = 60_000;
/** A single failed request is not shown. */
const FAILURES_BEFORE_NOTICE = 2;

/** Immutable. */
export interface Snapshot {
	/** Null before the first answer. */
	status: Status | null;
	/** Null while WordPress answers. */
	lost: Lost | null;
}

/** Why the status is outdated. */
export interface Lost {
	/** The server's time of the last answer. */
	sinceMs: number;
	nextRequestMs: number;
	/** The server's message; empty if it did not respond. */
	message: string;
	loggedOut: boolean;
}

/** How often to load the status; null only on demand. */
export interface Pace {
	movingMs: number | null;
	idleMs: number | null;
}

function shorter( one: number | null, other: number | null ): number | null {
	return one === null || other === null
		? ( one ?? other )
		: Math.min( one, other );
}

function isHidden(): boolean {
	return document.visibilityState === 'hidden';
}

/**
 * Loads the status of all environments repeatedly, asks the server to send due runs, and notifies it when the page is
 * closed. One per page, without React.
 */
export class StatusStore {
	readonly time = new ServerTime();
	readonly deferredDispatch = new DeferredDispatch( dispatchOnPageClose );
	readonly #scheduler = new Scheduler(
		this.time.nowMs,
		() => void this.#sendDue()
	);
	readonly #listeners = new Set< () => void >();
	#pace: Pace;
	#snapshot: Snapshot;
	#etag = '';
	#failures = 0;
	#loadedMs = Date.now();
	#poll: ReturnType< typeof setTimeout > | undefined;
	#queue: Promise< void > = Promise.resolve();
	#isSending = false;
	#unsubscribe = () => {};

	/** @param status The data that PHP printed into the page. */
	constructor( status: Status | null, pace: Pace ) {
		this.#snapshot = { status, lost: null };
		this.#pace = pace;
	}

	readonly getSnapshot = (): Snapshot => this.#snapshot;

	readonly subscribe = ( listener: () => void ): ( () => void ) => {
		this.#listeners.add( listener );
		return () => this.#listeners.delete( listener );
	};

	/** Adds the pace of another script of this page; the shorter one counts. */
	raisePace( pace: Pace ): void {
		const { movingMs, idleMs } = this.#pace;
		this.#pace = {
			movingMs: shorter( movingMs, pace.movingMs ),
			idleMs: shorter( idleMs, pace.idleMs ),
		};
		this.#pollLater();
	}

	start(): void {
		document.addEventListener( 'visibilitychange', this.#onVisibility );
		window.addEventListener( 'online', this.#onOnline );
		this.#unsubscribe = onRequestOfOtherTab( () => void this.refresh() );
		this.deferredDispatch.start();
		this.deferredDispatch.setPending(
			pendingSignature( this.#snapshot.status )
		);
		void this.refresh();
	}

	stop(): void {
		document.removeEventListener( 'visibilitychange', this.#onVisibility );
		window.removeEventListener( 'online', this.#onOnline );
		this.#unsubscribe();
		this.deferredDispatch.stop();
		this.#scheduler.set( null );
		clearTimeout( this.#poll );
	}

	/** Loads the status now, after the request in flight. */
	readonly refresh = (): Promise< void > => {
		this.#queue = this.#queue.then( () => this.#load() );
		return this.#queue;
	};

	async #load(): Promise< void > {
		clearTimeout( this.#poll );
		try {
			const answer = await fetchStatus( this.#etag );
			if ( answer.dateMs !== null ) {
				const { dateMs, resolutionMs, sentAtMs, receivedAtMs } = answer;
				this.time.addMeasurement(
					dateMs,
					sentAtMs,
					receivedAtMs,
					resolutionMs
				);
			}
			this.#setStatus( answer.status ?? this.#snapshot.status );
			this.#etag = answer.etag === '' ? this.#etag : answer.etag;
			this.#failures = 0;
			this.#loadedMs = this.time.nowMs();
		} catch ( error ) {
			this.#failures += 1;
			this.#setLost( errorMessage( error, '' ), isLoggedOut( error ) );
		}
		this.#pollLater();
	}

	#setStatus( status: Status | null ): void {
		// An unreadable status throws here, before it is shown.
		const signature = pendingSignature( status );
		const dispatchMs = nextDispatchMs( status );
		this.#replace( { status, lost: null } );
		this.deferredDispatch.setPending( signature );
		this.#scheduler.set( dispatchMs );
	}

	#setLost( message: string, loggedOut: boolean ): void {
		if ( ! loggedOut && this.#failures < FAILURES_BEFORE_NOTICE ) {
			return;
		}
		const nextRequestMs = this.time.nowMs() + this.#retryMs();
		this.#replace( {
			...this.#snapshot,
			lost: {
				sinceMs: this.#loadedMs,
				nextRequestMs,
				message,
				loggedOut,
			},
		} );
	}

	#replace( snapshot: Snapshot ): void {
		if (
			snapshot.status !== this.#snapshot.status ||
			snapshot.lost !== this.#snapshot.lost
		) {
			this.#snapshot = snapshot;
			this.#listeners.forEach( ( listener ) => listener() );
		}
	}

	#retryMs(): number {
		return Math.min(
			FIRST_RETRY_MS * 2 ** ( this.#failures - 1 ),
			MAX_RETRY_MS
		);
	}

	#paceMs(): number | null {
		const { status } = this.#snapshot;
		const { movingMs, idleMs } = this.#pace;
		if ( isMoving( status, this.time.nowMs() ) ) {
			return movingMs;
		}
		if ( movingMs === null || idleMs !== null ) {
			return idleMs;
		}
		if ( earliestDueMs( status ) !== null ) {
			return PENDING_MS;
		}
		const isHeld = status?.environments.some( ( { hold } ) => hold );
		return isHeld ? HELD_MS : null;
	}

	#pollLater(): void {
		clearTimeout( this.#poll );
		const paceMs = this.#paceMs();
		const waitMs = this.#failures > 0 ? this.#retryMs() : paceMs;
		if ( waitMs !== null ) {
			this.#poll = setTimeout(
				() => void this.refresh(),
				isHidden() ? Math.max( waitMs, HIDDEN_MS ) : waitMs
			);
		}
	}

	async #sendDue(): Promise< void > {
		if ( this.#isSending ) {
			return;
		}
		this.#isSending = true;
		try {
			this.#setStatus( await dispatchDue() );
		} catch {
			// The next status shows the result, or that the connection is lost.
		}
		this.#isSending = false;
		await this.refresh();
	}

	/** A hidden page loads the status only if the last request failed. */
	readonly #onOnline = (): void => {
		const isWatched = this.#pace.movingMs !== null && ! isHidden();
		if ( this.#failures > 0 || isWatched ) {
			void this.refresh();
		}
	};

	/** A hidden page loads the status less often, and immediately when it is shown again. */
	readonly #onVisibility = (): void => {
		if ( isHidden() || this.#pace.movingMs === null ) {
			this.#pollLater();
		} else {
			void this.refresh();
		}
	};
}
