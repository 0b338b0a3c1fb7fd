/** Says what is being done, one line a step, with the time of the slow ones. */
const SLOW_MS = 1000;
const ANNOUNCE_MS = 700;

export interface Progress {
	/** Prints one line. */
	line: ( text: string ) => void;
	/**
	 * Does a step: announced when it takes long, confirmed when it is done.
	 *
	 * @param label What is being done, for example "Starting WordPress".
	 * @return What the work answers.
	 */
	step: < T >( label: string, work: () => Promise< T > ) => Promise< T >;
}

/** Makes a progress that prints lines. */
export function makeProgress(
	print: ( line: string ) => void,
	now: () => number = Date.now
): Progress {
	return {
		line: print,
		step( label, work ) {
			const timer = setTimeout(
				() => print( `• ${ label } …` ),
				ANNOUNCE_MS
			);
			const began = now();
			return work()
				.then(
					( answer ) => {
						print( `✓ ${ label }${ timeOf( now() - began ) }` );
						return answer;
					},
					( error: unknown ) => {
						print( `✗ ${ label }` );
						throw error;
					}
				)
				.finally( () => clearTimeout( timer ) );
		},
	};
}

/** The time that a step took, when it is worth saying. */
function timeOf( ms: number ): string {
	return ms >= SLOW_MS ? ` (${ ( ms / 1000 ).toFixed( 1 ) } s)` : '';
}
