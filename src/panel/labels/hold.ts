import { __, _n, sprintf } from '../i18n.ts';
import type { EnvironmentStatus } from '../../shared/wire.ts';
import { pendingChanges } from './description.ts';

/**
 * Counts the changes that are sent as soon as one obstacle is gone; 0 while another one stays.
 */
export function changesDeployedAfter(
	environment: EnvironmentStatus,
	obstacle: 'hold' | 'pause'
): number {
	const { hold, paused } = environment;
	const stays = obstacle === 'hold' ? paused !== null : hold;
	return stays ? 0 : pendingChanges( environment );
}

/**
 * Names the button that stops the holding of changes, and says what it sends.
 */
export function releaseLabel( environment: EnvironmentStatus ): string {
	const count = changesDeployedAfter( environment, 'hold' );
	return count === 0
		? __( 'Stop holding', 'headless-deploy' )
		: sprintf(
				/* translators: %d: number of changes. */
				_n(
					'Stop holding and deploy %d change',
					'Stop holding and deploy %d changes',
					count,
					'headless-deploy'
				),
				count
			);
}

/**
 * Names the button that ends a user's pause, and says what it sends.
 *
 * @param count How many changes are sent, as `sentAfter()` counts them.
 */
export function resumeLabel( count: number ): string {
	return count === 0
		? __( 'Resume', 'headless-deploy' )
		: sprintf(
				/* translators: %d: number of changes. */
				_n(
					'Resume and deploy %d change',
					'Resume and deploy %d changes',
					count,
					'headless-deploy'
				),
				count
			);
}

/**
 * Says that changes are sent again, and how many go at once.
 *
 * @param count How many changes are sent, as `sentAfter()` counts them.
 */
export function resumedMessage( count: number ): string {
	return count === 0
		? __( 'New changes deploy automatically again.', 'headless-deploy' )
		: sprintf(
				/* translators: %d: number of changes. */
				_n(
					'%d change is deployed now. New changes deploy automatically again.',
					'%d changes are deployed now. New changes deploy automatically again.',
					count,
					'headless-deploy'
				),
				count
			);
}
