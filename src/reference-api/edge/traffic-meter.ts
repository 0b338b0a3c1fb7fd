import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { NO_TRAFFIC } from '../model/usage.ts';
import type { Traffic } from '../model/usage.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Limits the memory. Further visitors of a day are not counted as visits. */
const MAX_VISITORS = 100_000;

/** Bytes are counted without headers. */
export class TrafficMeter {
	#traffic: Traffic = { ...NO_TRAFFIC };
	#day = 0;
	/** Hashes of IP address and browser. The values themselves are not stored. */
	#visitors = new Set< string >();
	/** The browser of each counted connection: further requests on it need no hash. */
	#counted = new WeakMap< Socket, string >();

	/** Counts a request, and a visit if it is the visitor's first request of the day (UTC). */
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

	/** Counts a request to the application. */
	originRequest(): void {
		this.#traffic.originRequests++;
	}

	/** Counts bytes sent to visitors. */
	sent( bytes: number ): void {
		this.#traffic.edgeBytes += bytes;
	}

	/** Counts bytes received from the application. */
	received( bytes: number ): void {
		this.#traffic.originBytes += bytes;
	}

	/** Returns the traffic since the last call. */
	take(): Traffic {
		const traffic = this.#traffic;
		this.#traffic = { ...NO_TRAFFIC };
		return traffic;
	}
}
