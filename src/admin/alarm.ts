import { readBoot } from './boot.ts';
import { claimAlarm } from './live/claim-alarm.ts';
import { StatusStore } from './live/status-store.ts';

/**
 * Keeps the alarm on every other page of wp-admin: sends what is due, and tells the server when the page is left.
 */
function keepAlarm(): void {
	if ( claimAlarm() ) {
		new StatusStore( readBoot()?.preload.status ?? null, {
			movingMs: null,
			idleMs: null,
		} ).start();
	}
}

// The panel and the editor claim it before this.
if ( document.readyState === 'complete' ) {
	keepAlarm();
} else {
	window.addEventListener( 'load', keepAlarm, { once: true } );
}
