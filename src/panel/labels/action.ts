import { __, sprintf } from '../i18n.ts';
import type { Action } from '../../shared/actions.ts';

/** Names an action for people. */
export function actionLabel( action: Action ): string {
	return {
		rebuild: __( 'Rebuild', 'headless-deploy' ),
		cleanRebuild: __( 'Clean Rebuild', 'headless-deploy' ),
		purgeCache: __( 'Purge Cache', 'headless-deploy' ),
	}[ action ];
}

/**
 * Names the button that ends the waiting for an action.
 *
 * @param action The action that counts down.
 */
export function nowLabel( action: Action ): string {
	return sprintf(
		/* translators: %s: an action, for example “Rebuild”. */
		__( '%s now', 'headless-deploy' ),
		actionLabel( action )
	);
}

/**
 * Says that the host took an action; a purge is done with that.
 *
 * @param environment Label of the environment.
 */
export function acceptedMessage( action: Action, environment: string ): string {
	const sentence =
		action === 'purgeCache'
			? /* translators: 1: an action, for example “Purge Cache”, 2: name of an environment. */
				__( '%1$s of %2$s is done.', 'headless-deploy' )
			: /* translators: 1: an action, for example “Rebuild”, 2: name of an environment. */
				__( '%1$s of %2$s was accepted.', 'headless-deploy' );
	return sprintf( sentence, actionLabel( action ), environment );
}
