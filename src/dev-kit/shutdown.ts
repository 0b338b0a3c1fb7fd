/** The ways in which a person or the system ends a command. */

/**
 * Calls back once when this process is to end: Ctrl-C, a polite kill, a closed terminal, or the starter that runs this
 * being gone, however it went.
 */
export function onShutdown( end: () => void ): void {
	let called = false;
	const once = (): void => {
		if ( ! called ) {
			called = true;
			end();
		}
	};
	for ( const signal of [ 'SIGINT', 'SIGTERM', 'SIGHUP' ] as const ) {
		process.on( signal, once );
	}
	process.on( 'disconnect', once );
	// Words for a terminal that is gone must not turn the orderly end into a crash.
	process.stdout.on( 'error', () => {} );
	process.stderr.on( 'error', () => {} );
}
