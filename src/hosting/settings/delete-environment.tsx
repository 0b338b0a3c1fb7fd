import { useState } from '@wordpress/element';
import { useLocation } from 'wouter';
import type { EnvironmentSummary } from '../../shared/platform-api.generated.ts';
import { addresses } from '../addresses.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { ActionButton } from '../components/action-button.tsx';
import { Box } from '../components/box.tsx';
import { ChangeDialog } from '../components/change-dialog.tsx';
import { __, sprintf } from '../i18n.ts';

interface Props {
	path: EnvironmentPath;
	summary: EnvironmentSummary;
}

function DeleteEnvironment( {
	path,
	summary: { displayName, served },
	onClose,
}: Props & { onClose: () => void } ) {
	const [ , navigate ] = useLocation();
	/* translators: %s: name of what is deleted. */
	const title = __( 'Delete %s?', 'headless-deploy' );
	return (
		<ChangeDialog
			title={ sprintf( title, displayName ) }
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
			onClose={ onClose }
		>
			<p>
				{ served &&
					`${ __( 'The site goes offline immediately.', 'headless-deploy' ) } ` }
				{ __(
					'The code, builds, variables and webhooks are deleted. This cannot be undone.',
					'headless-deploy'
				) }
			</p>
		</ChangeDialog>
	);
}

export function DeleteEnvironmentBox( props: Props ) {
	const [ isOpen, setOpen ] = useState( false );
	return (
		<Box title={ __( 'Delete this environment', 'headless-deploy' ) }>
			<p className="hd-muted">
				{ __(
					'Its builds, files, variables and webhooks are deleted, and its URL stops working.',
					'headless-deploy'
				) }
			</p>
			<ActionButton isDestructive onClick={ () => setOpen( true ) }>
				{ __( 'Delete environment', 'headless-deploy' ) }
			</ActionButton>
			{ isOpen && (
				<DeleteEnvironment
					{ ...props }
					onClose={ () => setOpen( false ) }
				/>
			) }
		</Box>
	);
}
