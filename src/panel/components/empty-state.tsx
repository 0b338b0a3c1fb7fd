import { Button, Card, CardBody, Icon } from '@wordpress/components';
import { __ } from '../i18n.ts';
import { connection } from '@wordpress/icons';

interface Props {
	/** Where a front end is connected, null for those who may not. */
	connectUrl: string | null;
}

/** Says that nothing is connected, and what to do about it. */
export function EmptyState( { connectUrl }: Props ) {
	return (
		<Card className="headless-deploy-empty">
			<CardBody>
				<Icon icon={ connection } size={ 24 } />
				<h2>
					{ __( 'No front end is connected yet', 'headless-deploy' ) }
				</h2>
				<p className="headless-deploy-secondary">
					{ connectUrl === null
						? __(
								'An administrator can connect it. Until then, changes are not deployed.',
								'headless-deploy'
							)
						: __(
								'Paste one webhook URL, and the front end is rebuilt when you publish.',
								'headless-deploy'
							) }
				</p>
				{ connectUrl !== null && (
					<Button
						variant="primary"
						__next40pxDefaultSize
						href={ connectUrl }
					>
						{ __( 'Connect a front end', 'headless-deploy' ) }
					</Button>
				) }
			</CardBody>
		</Card>
	);
}
