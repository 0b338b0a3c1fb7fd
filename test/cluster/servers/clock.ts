import fs from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** The clock of a server, which can be set while the server runs. */
export interface ServerClock {
	/** Variables of the server’s process. */
	env: Record< string, string >;
	/**
	 * Sets the clock, and waits until the server follows.
	 *
	 * @param offsetSeconds Difference to the clock of this machine.
	 */
	set: ( offsetSeconds: number ) => Promise< void >;
}

/** The library reads its file again when a second of the real time begins that is later than the last one by more than this. */
const CACHE_SECONDS = 0;
const LONGEST_WAIT_MS = ( CACHE_SECONDS + 1 ) * 1000 + 100;

/**
 * @param libfaketime Path of the library.
 * @param file        File that holds the difference, which the library reads again and again.
 */
export function makeClock( libfaketime: string, file: string ): ServerClock {
	const write = ( offsetSeconds: number ): void => {
		const sign = offsetSeconds < 0 ? '-' : '+';
		fs.writeFileSync( file, `${ sign }${ Math.abs( offsetSeconds ) }\n` );
		// Another user may run the server.
		fs.chmodSync( file, 0o644 );
	};
	write( 0 );
	return {
		env: {
			LD_PRELOAD: libfaketime,
			FAKETIME_TIMESTAMP_FILE: file,
			FAKETIME_CACHE_DURATION: String( CACHE_SECONDS ),
			// Timeouts are measured by the monotonic clock, which stays real. Its name differs between versions.
			FAKETIME_DONT_FAKE_MONOTONIC: '1',
			DONT_FAKE_MONOTONIC: '1',
			NO_FAKE_STAT: '1',
		},
		async set( offsetSeconds ) {
			write( offsetSeconds );
			await wait( LONGEST_WAIT_MS );
		},
	};
}
