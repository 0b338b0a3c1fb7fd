/**
 * One page that is looked at: rendered again when something changed, and told what became different.
 */
import type { ServerResponse } from 'node:http';
import type { LivePage, LiveState } from './live-regions.ts';
import { writeState } from './live-regions.ts';

/** How long a browser waits before it asks again after a lost connection. */
const RETRY_MS = 2000;

/** Rendering takes at most this share of the time. */
const MAX_SHARE = 0.1;

/** A rendered page; `gone` when it cannot be looked at any more; null when rendering failed this time. */
export type Rendered = LivePage | 'gone' | null;

export interface LiveStreamOptions {
	/** What the page shows so far. */
	state: LiveState;
	/** Renders the page, its growing part from a place on; the signal is aborted when the stream ends. */
	render: ( place: string, signal: AbortSignal ) => Promise< Rendered >;
	/** Calls back after each change; answers how to stop. */
	watch: ( listener: () => void ) => () => void;
	/** The shortest time between two updates. */
	updateMs: number;
	/** How often the page is rendered at least, and with it the session checked. */
	heartbeatMs: number;
	onError: ( error: unknown ) => void;
	/** Told once, when the stream has ended. */
	onEnd: () => void;
}

/** What a page is told: the parts that became different, with their tags. */
interface Update {
	/** Title and icon of the browser's tab, from the page's head. */
	head?: string;
	parts: Record< string, string >;
	grown?: { id: string; lines: string; place: string };
	running: boolean;
}

/** Writes a page's changes to one answer, until either side ends it. */
export class LiveStream {
	readonly #raw: ServerResponse;
	readonly #options: LiveStreamOptions;
	#unwatch: () => void = () => {};
	#heartbeat: NodeJS.Timeout | null = null;
	#state: LiveState;
	#timer: NodeJS.Timeout | null = null;
	#isRendering = false;
	#isStale = false;
	readonly #ending = new AbortController();

	/**
	 * Makes a stream that has not begun.
	 *
	 * @param raw     The answer, its head not yet written.
	 * @param options The page, and how changes are told.
	 */
	constructor( raw: ServerResponse, options: LiveStreamOptions ) {
		this.#raw = raw;
		this.#options = options;
		this.#state = options.state;
	}

	/**
	 * Begins to write.
	 *
	 * @param headers Headers besides the type.
	 */
	begin( headers: Record< string, string > ): void {
		const { watch, updateMs, heartbeatMs } = this.#options;
		const raw = this.#raw;
		raw.on( 'close', () => this.end() );
		// A connection that breaks ends the stream by its close; the error says nothing more.
		raw.on( 'error', () => {} );
		// Whoever has gone already closes nothing any more.
		if ( raw.destroyed ) {
			this.end();
			return;
		}
		raw.writeHead( 200, {
			...headers,
			'content-type': 'text/event-stream; charset=utf-8',
		} );
		raw.write( `retry: ${ RETRY_MS }\n\n` );
		this.#unwatch = watch( () => this.#schedule( updateMs ) );
		this.#heartbeat = setInterval( () => {
			raw.write( ': here\n\n' );
			this.#schedule( 0 );
		}, heartbeatMs );
		this.#schedule( 0 );
	}

	/** Ends the stream; more calls do nothing. */
	end(): void {
		if ( this.#hasEnded ) {
			return;
		}
		this.#ending.abort();
		this.#unwatch();
		clearInterval( this.#heartbeat ?? undefined );
		clearTimeout( this.#timer ?? undefined );
		this.#raw.end();
		this.#options.onEnd();
	}

	get #hasEnded(): boolean {
		return this.#ending.signal.aborted;
	}

	#schedule( milliseconds: number ): void {
		if ( this.#isRendering || this.#timer ) {
			this.#isStale = this.#isRendering;
			return;
		}
		this.#timer = setTimeout( () => {
			this.#timer = null;
			this.#update().catch( ( error: unknown ) => {
				// A page that was given up with its stream is nobody's fault.
				if ( ! this.#hasEnded ) {
					this.#options.onError( error );
				}
			} );
		}, milliseconds );
	}

	async #update(): Promise< void > {
		this.#isRendering = true;
		this.#isStale = false;
		const begun = performance.now();
		try {
			const page = await this.#options.render(
				this.#state.place,
				this.#ending.signal
			);
			if ( page === 'gone' ) {
				this.#write( 'event: gone\ndata:\n\n' );
				this.end();
			} else if ( page && ! this.#hasEnded ) {
				this.#isStale ||= hasGrown( this.#state, page );
				await this.#send( page );
			}
		} finally {
			this.#isRendering = false;
		}
		if ( this.#isStale && ! this.#hasEnded ) {
			const took = performance.now() - begun;
			this.#schedule(
				Math.max( this.#options.updateMs, took / MAX_SHARE )
			);
		}
	}

	async #send( page: LivePage ): Promise< void > {
		const update = updateOf( this.#state, page );
		if ( update === null ) {
			return;
		}
		this.#state = page;
		const id = writeState( page );
		const data = JSON.stringify( update );
		if ( ! this.#write( `id: ${ id }\ndata: ${ data }\n\n` ) ) {
			await this.#drained();
		}
	}

	#write( text: string ): boolean {
		return this.#hasEnded || this.#raw.write( text );
	}

	/** Waits for a reader that is slower than the changes, so that nothing piles up. */
	#drained(): Promise< void > {
		return new Promise( ( resolve ) => {
			const done = () => {
				this.#raw.off( 'drain', done );
				this.#raw.off( 'close', done );
				resolve();
			};
			this.#raw.on( 'drain', done );
			this.#raw.on( 'close', done );
		} );
	}
}

function hasGrown( before: LiveState, { place }: LivePage ): boolean {
	return before.place !== '' && before.place !== place;
}

function updateOf( before: LiveState, page: LivePage ): Update | null {
	const parts = Object.fromEntries(
		[ ...page.markup ].filter(
			( [ id ] ) => page.parts.get( id ) !== before.parts.get( id )
		)
	);
	const update: Update = { parts, running: page.isRunning };
	if ( page.head !== before.head ) {
		update.head = page.headMarkup;
	}
	if ( page.grown && page.place !== before.place ) {
		update.grown = { ...page.grown, place: page.place };
	}
	const isSame =
		Object.keys( parts ).length === 0 && ! update.head && ! update.grown;
	return isSame ? null : update;
}
