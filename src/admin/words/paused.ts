import { __, sprintf } from '../i18n.ts';
import type { EnvironmentStatus, PauseReason } from '../../shared/wire.ts';
import { type Description, pendingChanges } from './description.ts';
import { changesInWords } from './people.ts';

const PAUSES: Record< PauseReason, () => string > = {
	copy: () => __( 'Paused: this is a copy', 'headless-deploy' ),
	token: () => __( 'Paused: the token was refused', 'headless-deploy' ),
	person: () => __( 'Paused', 'headless-deploy' ),
	disabled: () => __( 'Paused in wp-config.php', 'headless-deploy' ),
	key: () =>
		__( 'Paused: the stored token cannot be read', 'headless-deploy' ),
};

const PAUSE_DETAILS: Record< PauseReason, () => string > = {
	copy: () =>
		__(
			'This site has another address than when it was connected, so nothing is sent from here.',
			'headless-deploy'
		),
	token: () =>
		__(
			'The host no longer accepts the token. A new webhook URL has to be pasted under Connections.',
			'headless-deploy'
		),
	person: () =>
		__(
			'Nothing is sent by itself. The buttons still send.',
			'headless-deploy'
		),
	disabled: () =>
		__(
			'HEADLESS_DEPLOY_DISABLED is set, so nothing is sent from here.',
			'headless-deploy'
		),
	key: () =>
		__(
			'The encryption key is another than when the webhook URL was pasted. Paste it again under Connections.',
			'headless-deploy'
		),
};

/**
 * Says that nothing is sent, and why.
 *
 * @param environment The environment.
 * @param reason      Why.
 */
export function describePaused(
	environment: EnvironmentStatus,
	reason: PauseReason
): Description {
	const count = pendingChanges( environment );
	const kept = sprintf(
		/* translators: %s: for example “2 changes”. */
		__( '%s counted.', 'headless-deploy' ),
		changesInWords( count )
	);
	return {
		symbol: 'paused',
		headline: PAUSES[ reason ](),
		detail: [ PAUSE_DETAILS[ reason ](), count > 0 ? kept : '' ]
			.join( ' ' )
			.trim(),
		countdown: null,
	};
}
