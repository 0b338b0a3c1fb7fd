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
 * Names the button that starts a pending run now.
 *
 * @param action The action that counts down.
 */
export function nowLabel( action: Action ): string {
	return {
		rebuild: __( 'Rebuild now', 'headless-deploy' ),
		cleanRebuild: __( 'Clean Rebuild now', 'headless-deploy' ),
		purgeCache: __( 'Purge Cache now', 'headless-deploy' ),
	}[ action ];
}

/** Names the button that cancels a pending run. */
export function cancelActionLabel( action: Action ): string {
	return {
		rebuild: __( 'Cancel Rebuild', 'headless-deploy' ),
		cleanRebuild: __( 'Cancel Clean Rebuild', 'headless-deploy' ),
		purgeCache: __( 'Cancel Purge Cache', 'headless-deploy' ),
	}[ action ];
}

/**
 * Says that the host accepted a run. A purge ends with that.
 *
 * @param environment Label of the environment.
 */
export function acceptedMessage( action: Action, environment: string ): string {
	const sentences = {
		rebuild:
			/* translators: %s: name of an environment. */
			__( 'Rebuild of %s was accepted.', 'headless-deploy' ),
		cleanRebuild:
			/* translators: %s: name of an environment. */
			__( 'Clean Rebuild of %s was accepted.', 'headless-deploy' ),
		purgeCache:
			/* translators: %s: name of an environment. */
			__( 'Cache of %s purged.', 'headless-deploy' ),
	}[ action ];
	return sprintf( sentences, environment );
}
