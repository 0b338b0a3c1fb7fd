import { Activity } from '../../src/panel/activity/activity.tsx';
import { Automation } from '../../src/panel/automation/automation.tsx';
import { Connections } from '../../src/panel/connections/connections.tsx';
import type { ScreenProps } from '../../src/panel/mount-screen.tsx';
import { Overview } from '../../src/panel/overview/overview.tsx';
import { Panel } from '../../src/panel/panel.tsx';

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
