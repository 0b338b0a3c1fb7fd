/** Wraps a function: the first call counts at once, those that follow within the interval become one at its end. */
export function throttle( work: () => void, intervalMs: number ): () => void {
	let isWaiting = false;
	let isWanted = false;
	const next = () => {
		isWaiting = false;
		if ( isWanted ) {
			call();
		}
	};
	const call = () => {
		if ( isWaiting ) {
			isWanted = true;
			return;
		}
		isWaiting = true;
		isWanted = false;
		setTimeout( next, intervalMs ).unref();
		work();
	};
	return call;
}
