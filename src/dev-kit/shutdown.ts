/**
 * Calls back once when this process is to end: on Ctrl-C, on a termination signal, or when the terminal or launcher.mjs
 * has ended.
 */
export function onShutdown( end: () => void ): void {
	let isCalled = false;
	const endOnce = (): void => {
		if ( ! isCalled ) {
			isCalled = true;
			end();
		}
	};
	for ( const signal of [ 'SIGINT', 'SIGTERM', 'SIGHUP' ] as const ) {
		process.on( signal, endOnce );
	}
	process.on( 'disconnect', endOnce );
	// Output to a closed terminal must not crash the shutdown.
	process.stdout.on( 'error', () => {} );
	process.stderr.on( 'error', () => {} );
}
