import { Card, CardBody, CardHeader } from '@wordpress/components';
import { __, sprintf } from '../i18n.ts';
import type { EnvironmentSettings } from '../../shared/wire.ts';
import { hostName } from '../words/provider.ts';
import { ConnectionFacts } from './connection-facts.tsx';
import { DetailsForm } from './details-form.tsx';

interface Props {
	environment: EnvironmentSettings;
	onFresh: ( fresh: EnvironmentSettings ) => void;
	onDone: () => void;
}

function recognisedAs( environment: EnvironmentSettings ): string {
	const { provider, webhook } = environment;
	const { account, app, host } = webhook.recognised;
	return account === ''
		? sprintf(
				/* translators: %s: name of a host. */
				__( 'Recognized: %s', 'headless-deploy' ),
				hostName( provider, host )
			)
		: sprintf(
				/* translators: 1: name of an app, 2: name of an account. */
				__( 'Recognized: %1$s of the account %2$s', 'headless-deploy' ),
				app,
				account
			);
}

/**
 * Shows what a pasted URL was recognised as, and asks for a name.
 *
 * @param props
 * @param props.environment
 * @param props.onFresh
 * @param props.onDone
 */
export function RecognisedCard( { environment, onFresh, onDone }: Props ) {
	return (
		<div className="headless-deploy-first">
			<Card size="small">
				<CardHeader className="headless-deploy-two-lines">
					<h2>{ recognisedAs( environment ) }</h2>
					<p className="headless-deploy-secondary">
						{ __(
							'Check it and give it a name.',
							'headless-deploy'
						) }
					</p>
				</CardHeader>
				<CardBody className="headless-deploy-connection">
					<ConnectionFacts environment={ environment } />
					<DetailsForm
						environment={ environment }
						submitLabel={ __( 'Save', 'headless-deploy' ) }
						onFresh={ onFresh }
						onDone={ onDone }
						cancelLabel={ __( 'Later', 'headless-deploy' ) }
						onCancel={ onDone }
					/>
				</CardBody>
			</Card>
		</div>
	);
}
