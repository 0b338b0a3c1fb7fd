import type { EnvironmentPath } from '../client/host.ts';
import { EnvironmentPage } from './environment-frame.tsx';

/** The first screen of an environment: what visitors get, what runs, the last builds and the facts. */
export function Overview( { path }: { path: EnvironmentPath } ) {
	return (
		<EnvironmentPage path={ path } tab="overview">
			{ () => null }
		</EnvironmentPage>
	);
}
