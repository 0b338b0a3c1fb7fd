import { useState, useSyncExternalStore } from '@wordpress/element';
import type { ReactNode } from 'react';
import type { BootData } from '../shared/boot.ts';
import type { StatusStore } from './live/status-store.ts';
import { LostNotice } from './components/lost-notice.tsx';
import { ScreenGuard } from './components/screen-guard.tsx';
import { Snackbars } from './components/snackbars.tsx';

interface Props {
	boot: BootData;
	store: StatusStore;
	children: ReactNode;
}

/** The frame of all screens: the notice of a lost connection, an error boundary and the snackbars. */
export function Panel( { boot, store, children }: Props ) {
	const { lost, status } = useSyncExternalStore(
		store.subscribe,
		store.getSnapshot
	);
	const [ nowMs ] = useState( () => () => store.time.nowMs() );
	return (
		<>
			<div className="headless-deploy-screen">
				{ lost !== null && (
					<LostNotice
						lost={ lost }
						isShown={ status !== null }
						nowMs={ nowMs }
						timeZone={ boot.timeZone }
						onTry={ () => void store.refresh() }
					/>
				) }
				<ScreenGuard>{ children }</ScreenGuard>
			</div>
			<Snackbars />
		</>
	);
}
