const SLOW_MS = 1000;
const ANNOUNCE_MS = 700;

export interface Progress {
	line: ( text: string ) => void;
	/**
	 * Does a step. Announces it when it takes long, and confirms it.
	 *
	 * @param label For example "Starting WordPress".
	 */
	step: < T >( label: string, work: () => Promise< T > ) => Promise< T >;
}

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
			const startedAt = now();
			return work()
				.then(
					( answer ) => {
						print( `✓ ${ label }${ timeOf( now() - startedAt ) }` );
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

function timeOf( ms: number ): string {
	return ms >= SLOW_MS ? ` (${ ( ms / 1000 ).toFixed( 1 ) } s)` : '';
}
