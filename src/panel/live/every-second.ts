const SECOND_MS = 1_000;

const listeners = new Set< () => void >();
let timer: ReturnType< typeof setInterval > | undefined;

/**
 * Calls back once a second, together with all other listeners of this page: two countdowns must never differ.
 */
export function everySecond( tick: () => void ): () => void {
	listeners.add( tick );
	timer ??= setInterval(
		() => listeners.forEach( ( listener ) => listener() ),
		SECOND_MS
	);
	return () => {
		listeners.delete( tick );
		if ( listeners.size === 0 ) {
			clearInterval( timer );
			timer = undefined;
		}
	};
}
