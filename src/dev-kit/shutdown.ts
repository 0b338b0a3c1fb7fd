/**
 * Calls back once when this process is to end: on Ctrl-C, on a termination signal, or when the terminal or launcher.mjs
 * has ended.
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
	// Output to a closed terminal must not crash the shutdown.
	process.stdout.on( 'error', () => {} );
	process.stderr.on( 'error', () => {} );
}
