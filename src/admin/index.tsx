import { createRoot } from '@wordpress/element';
import './panel.scss';
import { App } from './app.tsx';
import { readBoot } from './boot.ts';
import { claimAlarm } from './live/claim-alarm.ts';
import { StatusStore } from './live/status-store.ts';

const ROOT_ID = 'headless-deploy-root';
const PACE = { movingMs: 2_000, idleMs: 5_000 };

const root = document.getElementById( ROOT_ID );
const boot = readBoot();
if ( root && boot ) {
	const store = new StatusStore( boot.preload.status, PACE );
	claimAlarm();
	store.start();
	createRoot( root ).render( <App boot={ boot } store={ store } /> );
}
