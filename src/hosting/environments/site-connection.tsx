/** Which environment this WordPress site deploys to. Nothing of it is shown outside of wp-admin. */
import { useState } from '@wordpress/element';
import { HostButton } from '../client/changes.tsx';
import { useHost } from '../client/host.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { Fact } from '../../ui/fact.tsx';
import { LastingNotice } from '../../ui/notice.tsx';
import { useNotice } from '../../ui/notice-line.tsx';
import { __, sprintf } from '../../ui/i18n.ts';

interface Props {
	path: EnvironmentPath;
}

/** Marks the environment of this site in a list. */
export function SiteMark( { path }: Props ) {
	const { site } = useHost();
	return (
		site?.find( path ) && (
			<span className="hd-mark">
				{ __( 'Connected to this site', 'headless-deploy' ) }
			</span>
		)
	);
}

/** Says whether this site deploys to the environment, and under which name. */
export function SiteFact( { path }: Props ) {
	const { site } = useHost();
	const connection = site?.find( path );
	/* translators: %s: name of an environment. */
	const connected = __( 'Connected as “%s”', 'headless-deploy' );
	return (
		site && (
			<Fact term={ __( 'This site', 'headless-deploy' ) }>
				{ connection
					? sprintf( connected, connection.label )
					: __( 'Not connected', 'headless-deploy' ) }
			</Fact>
		)
	);
}

/** Says that the host refuses the webhook URL of this site, and replaces it in one click. */
export function ReconnectNotice( { path }: Props ) {
	const { site, mayWrite } = useHost();
	const showNotice = useNotice();
	/** Where the host cannot create webhooks. */
	const [ instructions, setInstructions ] = useState( '' );
	const connection = site?.find( path );
	if ( ! site || ! connection || connection.problem === '' ) {
		return null;
	}
	const text = `${ connection.problem } ${ instructions }`;
	return (
		<LastingNotice status="error" spokenMessage={ text }>
			<p>{ text }</p>
			{ mayWrite( path.account ) && instructions === '' && (
				<HostButton
					change={ async () => ( {
						data: await site.reconnect( connection.id ),
					} ) }
					onDone={ ( result ) =>
						result.state === 'manual'
							? setInstructions( result.message )
							: showNotice( result.message )
					}
				>
					{ __( 'Reconnect', 'headless-deploy' ) }
				</HostButton>
			) }
		</LastingNotice>
	);
}
