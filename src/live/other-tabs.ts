/** Sites of one network may share it: then a tab loads its status once more than needed. */
const KEY = 'headless-deploy-request';

/** Makes the other tabs of this browser load the status, after a request of this one. */
export function notifyOtherTabs(): void {
	try {
		window.localStorage.setItem(
			KEY,
			`${ Date.now() } ${ Math.random() }`
		);
	} catch {
		// The browser stores nothing for this site. The other tabs load the status at their own pace.
	}
}

/** Calls back after a request of another tab. */
export function onRequestOfOtherTab( listener: () => void ): () => void {
	const onStorage = ( { key }: StorageEvent ) => {
		if ( key === KEY ) {
			listener();
		}
	};
	window.addEventListener( 'storage', onStorage );
	return () => window.removeEventListener( 'storage', onStorage );
}
