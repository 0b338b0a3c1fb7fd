import { __, _n, sprintf } from '../i18n.ts';
import type { EnvironmentStatus } from '../../shared/wire.ts';
import { pendingChanges } from './description.ts';

/** How many changes are sent when a hold or a pause ends; 0 while the other one remains. */
export function changesDeployedAfter(
	environment: EnvironmentStatus,
	obstacle: 'hold' | 'pause'
): number {
	const { hold, paused } = environment;
	const isOtherActive = obstacle === 'hold' ? paused !== null : hold;
	return isOtherActive ? 0 : pendingChanges( environment );
}

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

/** @param count As `changesDeployedAfter()` counts them. */
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

/** @param count As `changesDeployedAfter()` counts them. */
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
