declare global {
	interface Window {
		/** Whether a script of this page keeps the alarm already. */
		headlessDeployAlarm?: boolean;
	}
}

/**
 * Says which one script of a page keeps the alarm, so that what is due is asked for once: the panel and the editor
 * claim it while the page loads, the small script of all other pages takes what is left.
 *
 * @return Whether the caller is the one.
 */
export function claimAlarm(): boolean {
	if ( window.headlessDeployAlarm === true ) {
		return false;
	}
	window.headlessDeployAlarm = true;
	return true;
}
