import { useState } from '@wordpress/element';
import type { EnvironmentPath, SiteConnections } from '../client/host.ts';
import { ChangeButton } from '../components/change-button.tsx';
import { useNotice } from '../components/notice-line.tsx';
import { __ } from '../i18n.ts';

interface Props {
	path: EnvironmentPath;
	site: SiteConnections;
}

/** Connects this WordPress site to an environment. Its webhook URLs stay on the server. */
export function ConnectSite( { path, site }: Props ) {
	const showNotice = useNotice();
	/** Where the host cannot create webhooks. */
	const [ instructions, setInstructions ] = useState( '' );
	const message = site.messageOf( path ) || instructions;
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
				<ChangeButton
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
				</ChangeButton>
			) }
		</>
	);
}
