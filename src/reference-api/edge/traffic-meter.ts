/** Counts an edge's traffic for the usage record. */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Traffic } from '../model/usage.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Bounds the memory for visitors of one day; later ones are not counted. */
const MAX_VISITORS = 100_000;

function nothing(): Traffic {
	return {
		visits: 0,
		requests: 0,
		originRequests: 0,
		edgeBytes: 0,
		originBytes: 0,
	};
}

/** What came and went since it was taken last. Bytes are those of bodies. */
export class TrafficMeter {
	#traffic = nothing();
	#day = 0;
	/** Hashes of address and browser; nothing else of a visitor is kept. */
	#visitors = new Set< string >();
	/** The browser that each connection was counted for, so that its next requests cost nothing. */
	#counted = new WeakMap< Socket, string >();

	/**
	 * Counts a visitor's request, and a visit when it is the visitor's first one on this day (UTC).
	 *
	 * @param now The time in milliseconds.
	 */
	request( request: IncomingMessage, now: number ): void {
		this.#traffic.requests++;
		const day = Math.floor( now / DAY_MS );
		if ( day !== this.#day ) {
			this.#day = day;
			this.#visitors = new Set();
			this.#counted = new WeakMap();
		}
		const { socket } = request;
		const browser = request.headers[ 'user-agent' ] ?? '';
		if ( this.#counted.get( socket ) !== browser ) {
			this.#counted.set( socket, browser );
			this.#visit( `${ socket.remoteAddress } ${ browser }` );
		}
	}

	#visit( visitor: string ): void {
		const hash = createHash( 'sha256' )
			.update( visitor )
			.digest( 'base64' );
		if (
			this.#visitors.size < MAX_VISITORS &&
			! this.#visitors.has( hash )
		) {
			this.#visitors.add( hash );
			this.#traffic.visits++;
		}
	}

	/** Counts a request that the application is asked. */
	originRequest(): void {
		this.#traffic.originRequests++;
	}

	/** Counts what a visitor was sent. */
	sent( bytes: number ): void {
		this.#traffic.edgeBytes += bytes;
	}

	/** Counts what the application sent. */
	received( bytes: number ): void {
		this.#traffic.originBytes += bytes;
	}

	/** Returns what was counted, and begins at nothing again. */
	take(): Traffic {
		const traffic = this.#traffic;
		this.#traffic = nothing();
		return traffic;
	}
}
