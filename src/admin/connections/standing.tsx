import { Icon } from '@wordpress/components';
import { lock } from '@wordpress/icons';
import type { Delivery, EnvironmentSettings } from '../../shared/wire.ts';
import { __ } from '../i18n.ts';
import { StateSymbol } from '../parts/state-symbol.tsx';

interface Props {
	environment: EnvironmentSettings;
	/** What was sent last to this environment, if anything. */
	last: Delivery | null;
}

/**
 * Says why nothing goes through this connection; empty while nothing is known to be wrong.
 * @param props
 * @param props.environment
 * @param props.last
 */
function troubleInWords( { environment, last }: Props ): string {
	const reason = environment.paused?.reason;
	const { connectedAt } = environment.webhook;
	// What was sent before the URL was pasted says nothing about it.
	const isOfThisWebhook =
		connectedAt === null || ( last?.createdAt ?? '' ) > connectedAt;
	const code =
		last?.state === 'failed' && isOfThisWebhook ? last.errorCode : '';
	if ( reason === 'token' || code === 'headless_deploy_token_refused' ) {
		return __( 'Token refused', 'headless-deploy' );
	}
	if ( reason === 'key' || code === 'headless_deploy_key_lost' ) {
		return __( 'Token cannot be read', 'headless-deploy' );
	}
	return [
		'headless_deploy_webhook_not_found',
		'headless_deploy_webhook_gone',
		'headless_deploy_webhook_moved',
	].includes( code )
		? __( 'Webhook unknown', 'headless-deploy' )
		: '';
}

/**
 * Says in a word or two how a connection stands.
 *
 * @param props See Props.
 */
export function Standing( props: Props ) {
	const trouble = troubleInWords( props );
	if ( trouble !== '' ) {
		return (
			<span className="headless-deploy-line">
				<StateSymbol symbol="bad" />
				{ trouble }
			</span>
		);
	}
	if ( props.environment.webhook.lockedBy !== null ) {
		return (
			<span className="headless-deploy-line">
				<Icon icon={ lock } size={ 20 } />
				{ __( 'Locked', 'headless-deploy' ) }
			</span>
		);
	}
	return (
		<span className="headless-deploy-line">
			<StateSymbol symbol="good" />
			{ __( 'Connected', 'headless-deploy' ) }
		</span>
	);
}
