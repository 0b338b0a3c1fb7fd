import { createRoot } from '@wordpress/element';
import type { ReactNode } from 'react';
import type { BootData } from '../shared/boot.ts';
import { showCurrentLink } from '../shared/current-in-view.ts';
import { readBoot } from '../live/boot.ts';
import { pageStore } from '../live/page-store.ts';
import type { StatusStore } from '../live/status-store.ts';
import { Panel } from './panel.tsx';
import './panel.scss';

const ROOT_ID = 'headless-deploy-root';
const PACE = { movingMs: 2_000, idleMs: 5_000 };

export interface ScreenProps {
	boot: BootData;
	store: StatusStore;
}

/** Renders the screen if PHP printed the page of its tab. */
export function mountScreen(
	tab: string,
	render: ( props: ScreenProps ) => ReactNode
): void {
	const root = document.getElementById( ROOT_ID );
	const boot = readBoot();
	if ( root === null || boot?.tab !== tab ) {
		return;
	}
	const tabs = document.querySelector( '.headless-deploy-tabs' );
	if ( tabs !== null ) {
		showCurrentLink( tabs );
	}
	const store = pageStore( boot, PACE );
	createRoot( root ).render(
		<Panel boot={ boot } store={ store }>
			{ render( { boot, store } ) }
		</Panel>
	);
}
