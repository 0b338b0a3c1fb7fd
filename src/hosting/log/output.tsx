import { addresses } from '../addresses.ts';
import { useEnvironmentSummary } from '../client/environment.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { environmentCrumbs } from '../environments/environment-frame.tsx';
import { __, sprintf } from '../../ui/i18n.ts';
import { Log } from './log.tsx';
import { useLog } from './use-log.ts';

/** What the live application prints. */
export function Output( {
	path,
	line,
}: {
	path: EnvironmentPath;
	line?: string | undefined;
} ) {
	const { data: summary } = useEnvironmentSummary( path );
	const name = summary?.displayName ?? '';
	const output = useLog(
		'/_local/accounts/{account}/apps/{app}/environments/{environment}/output',
		[ 'output' ],
		path
	);
	return (
		<Page
			title={ __( 'Output', 'headless-deploy' ) }
			tabTitle={ sprintf(
				/* translators: %s: name of an environment. */
				__( 'Output · %s', 'headless-deploy' ),
				name
			) }
			crumbs={ [
				...environmentCrumbs( path ),
				{ name, href: addresses.environment( path ) },
			] }
		>
			<p className="hd-muted hd-facts">
				{ __(
					'The output of the live app. It is cleared when it reaches its size limit.',
					'headless-deploy'
				) }
			</p>
			<Loaded query={ output }>
				{ ( log ) => (
					<Log
						log={ log }
						address={ addresses.environment( path, 'output' ) }
						line={ line }
						isGrowing
						empty={ __(
							'The app has printed nothing.',
							'headless-deploy'
						) }
						fileName="output.log"
					/>
				) }
			</Loaded>
		</Page>
	);
}
