import { Activity } from '../../src/admin/activity/activity.tsx';
import { Automation } from '../../src/admin/automation/automation.tsx';
import { Connections } from '../../src/admin/connections/connections.tsx';
import type { ScreenProps } from '../../src/admin/mount-screen.tsx';
import { Overview } from '../../src/admin/overview/overview.tsx';
import { Panel } from '../../src/admin/panel.tsx';

function Screen( props: ScreenProps ) {
	const replacing =
		new URL( window.location.href ).searchParams.get( 'replace' ) ?? '';
	switch ( props.boot.tab ) {
		case 'activity':
			return <Activity { ...props } />;
		case 'automation':
			return <Automation { ...props } />;
		case 'connections':
			return <Connections { ...props } replacing={ replacing } />;
		default:
			return <Overview { ...props } />;
	}
}

/**
 * The screen that the boot data name, with what every screen has around it: what a page load of its tab shows.
 */
export function App( props: ScreenProps ) {
	return (
		<Panel { ...props }>
			<Screen { ...props } />
		</Panel>
	);
}
