export interface Job {
	/** The average number of busy processors. */
	cores: number;
	/** Decides only the order. */
	seconds: number;
}

/**
 * Runs all jobs, the longest first, each as soon as enough processors are free.
 *
 * @param cores Processors to keep busy. A job that needs more runs on its own.
 * @return The results in the order in which the jobs ended.
 */
export async function runJobs< J extends Job, R >(
	jobs: readonly J[],
	cores: number,
	run: ( job: J ) => Promise< R >
): Promise< R[] > {
	const waiting = [ ...jobs ].sort( ( a, b ) => b.seconds - a.seconds );
	const running = new Set< Promise< void > >();
	const results: R[] = [];
	let free = cores;
	const start = ( job: J ): void => {
		const share = Math.min( job.cores, cores );
		free -= share;
		const ended = run( job )
			.then( ( result ) => {
				results.push( result );
			} )
			.finally( () => {
				free += share;
				running.delete( ended );
			} );
		running.add( ended );
	};
	while ( waiting.length > 0 || running.size > 0 ) {
		const next = waiting.findIndex(
			( job ) => Math.min( job.cores, cores ) <= free + 1e-9
		);
		const [ job ] = next < 0 ? [] : waiting.splice( next, 1 );
		if ( job ) {
			start( job );
		} else {
			await Promise.race( running );
		}
	}
	return results;
}
