import { useState } from '@wordpress/element';
import { HostButton } from '../client/changes.tsx';
import { useHost } from '../client/host.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { useNotice } from '../../ui/notice-line.tsx';
import { __ } from '../../ui/i18n.ts';

/** Connects this WordPress site to an environment, or says how. The webhook URLs stay on the server. */
export function ConnectSite( { path }: { path: EnvironmentPath } ) {
	const { site } = useHost();
	const showNotice = useNotice();
	/** Where the host cannot create webhooks. */
	const [ instructions, setInstructions ] = useState( '' );
	if ( site === null ) {
		return (
			<p className="hd-muted">
				{ __(
					'In wp-admin, open Headless Deploy → Connections and paste a webhook URL. From then on, changes in WordPress are deployed.',
					'headless-deploy'
				) }
			</p>
		);
	}
	const message = site.find( path )?.message ?? instructions;
	return (
		<>
			<p role="status">
				{ message ||
					__(
						'WordPress then rebuilds this environment or purges its cache when content changes.',
						'headless-deploy'
					) }
			</p>
			{ message === '' && (
				<HostButton
					change={ async () => ( {
						data: await site.connect( path ),
					} ) }
					onDone={ ( result ) =>
						result.state === 'manual'
							? setInstructions( result.message )
							: showNotice( result.message )
					}
				>
					{ __( 'Connect to this site', 'headless-deploy' ) }
				</HostButton>
			) }
		</>
	);
}
