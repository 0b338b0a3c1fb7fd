import { Component } from '@wordpress/element';
import type { ReactNode } from 'react';
import type { BootData } from '../shared/boot.ts';
import type { StatusStore } from '../live/status-store.ts';
import { useSnapshot } from '../live/use-live.ts';
import { __ } from '../ui/i18n.ts';
import { LastingNotice } from '../ui/notice.tsx';
import { LostNotice } from '../live/components/lost-notice.tsx';
import { Snackbars } from '../live/components/snackbars.tsx';

interface Props {
	boot: BootData;
	store: StatusStore;
	children: ReactNode;
}

/** An error boundary, for example for a page that is older than the plugin. */
class ScreenGuard extends Component<
	{ children: ReactNode },
	{ isBroken: boolean }
> {
	override state = { isBroken: false };

	static getDerivedStateFromError(): { isBroken: boolean } {
		return { isBroken: true };
	}

	override render(): ReactNode {
		return this.state.isBroken ? (
			<LastingNotice status="error">
				{ __(
					'This screen could not be displayed. Reload the page. Changes are still saved and deployed.',
					'headless-deploy'
				) }
			</LastingNotice>
		) : (
			this.props.children
		);
	}
}

/** The frame of all screens: the notice of a lost connection, an error boundary and the snackbars. */
export function Panel( { boot, store, children }: Props ) {
	const { lost, status } = useSnapshot( store );
	return (
		<>
			<div className="headless-deploy-screen">
				{ lost !== null && (
					<LostNotice
						lost={ lost }
						isShown={ status !== null }
						nowMs={ store.time.nowMs }
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
