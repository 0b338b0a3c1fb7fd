import { useState } from '@wordpress/element';
import { useLocation } from 'wouter';
import { addresses } from '../addresses.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { ActionButton } from '../components/action-button.tsx';
import { ChangeDialog } from '../components/change-dialog.tsx';
import { __, sprintf } from '../i18n.ts';
import type { EnvironmentSummary } from '../../shared/platform-api.generated.ts';

interface Props {
	path: EnvironmentPath;
	summary: EnvironmentSummary;
}

/** A button that deletes an environment after the user typed its name. */
export function DeleteEnvironment( { path, summary }: Props ) {
	const [ isAsking, setAsking ] = useState( false );
	const [ , navigate ] = useLocation();
	const { displayName, served } = summary;
	return (
		<>
			<ActionButton isDestructive onClick={ () => setAsking( true ) }>
				{ __( 'Delete this environment', 'headless-deploy' ) }
			</ActionButton>
			{ isAsking && (
				<ChangeDialog
					title={ sprintf(
						/* translators: %s: name of what is deleted. */
						__( 'Delete %s?', 'headless-deploy' ),
						displayName
					) }
					verb={ __( 'Delete environment', 'headless-deploy' ) }
					keep={ __( 'Keep the environment', 'headless-deploy' ) }
					isDestructive
					typedName={ displayName }
					change={ ( client ) =>
						client.DELETE(
							'/v1/accounts/{account}/apps/{app}/environments/{environment}',
							{ params: { path: { ...path } } }
						)
					}
					done={ __( 'Environment deleted.', 'headless-deploy' ) }
					onDone={ () => navigate( addresses.apps( path.account ) ) }
					onClose={ () => setAsking( false ) }
				>
					<p>
						{ served &&
							__(
								'Its site goes offline at once.',
								'headless-deploy'
							) }{ ' ' }
						{ __(
							'Its code, builds, variables and webhooks are deleted. This cannot be undone.',
							'headless-deploy'
						) }
					</p>
				</ChangeDialog>
			) }
		</>
	);
}
