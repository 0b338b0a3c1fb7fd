/**
 * Starts jobs so that the processors are busy and not oversubscribed: the longest first, each as soon as its share of
 * the processors is free.
 */

/** A job and what it needs of the machine. */
export interface Job {
	/** Processors that it keeps busy on average. */
	cores: number;
	/** How long it takes; decides only the order. */
	seconds: number;
}

/**
 * Runs all jobs.
 *
 * @param cores Processors to keep busy; a job that wants more runs on its own.
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
