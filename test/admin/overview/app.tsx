import type { ScreenProps } from '../../../src/admin/mount-screen.tsx';
import { Overview } from '../../../src/admin/overview/overview.tsx';
import { Panel } from '../../../src/admin/panel.tsx';

/** Overview with what every screen has around it. */
export function App( props: ScreenProps ) {
	return (
		<Panel { ...props }>
			<Overview { ...props } />
		</Panel>
	);
}
