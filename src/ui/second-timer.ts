const SECOND_MS = 1_000;

const listeners = new Set< () => void >();
let timer: ReturnType< typeof setInterval > | undefined;

/** Calls all listeners of this page at the same time: two countdowns must never differ. */
export function onSecond( tick: () => void ): () => void {
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
