import type { ScreenProps } from '../../../src/panel/mount-screen.tsx';
import { Overview } from '../../../src/panel/overview/overview.tsx';
import { Panel } from '../../../src/panel/panel.tsx';

/** Overview with what every screen has around it. */
export function App( props: ScreenProps ) {
	return (
		<Panel { ...props }>
			<Overview { ...props } />
		</Panel>
	);
}
