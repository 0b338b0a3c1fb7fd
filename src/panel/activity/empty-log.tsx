import { Card, CardBody, Icon } from '@wordpress/components';
import { inbox } from '@wordpress/icons';
import { __ } from '../i18n.ts';
import { ActionButton } from '../components/action-button.tsx';

interface Props {
	/** Whether the list is narrowed. */
	filtered: boolean;
	onClear: () => void;
}

/** Says that the list is empty, and what to do about it. */
export function EmptyLog( { filtered, onClear }: Props ) {
	return (
		<Card className="headless-deploy-empty">
			<CardBody>
				<Icon icon={ inbox } size={ 24 } />
				<h2>
					{ filtered
						? __( 'No runs match these filters', 'headless-deploy' )
						: __( 'No runs yet', 'headless-deploy' ) }
				</h2>
				<p className="headless-deploy-secondary">
					{ filtered
						? __( 'Runs are kept for 90 days.', 'headless-deploy' )
						: __( 'Runs appear here.', 'headless-deploy' ) }
				</p>
				{ filtered && (
					<ActionButton compact onClick={ onClear }>
						{ __( 'Clear filters', 'headless-deploy' ) }
					</ActionButton>
				) }
			</CardBody>
		</Card>
	);
}
