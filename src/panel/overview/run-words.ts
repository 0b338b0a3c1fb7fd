import { __, sprintf } from '../i18n.ts';
import type { Run } from '../../shared/wire.ts';
import { actionLabel } from '../labels/action.ts';
import { type Result, resultOf } from '../labels/run.ts';

const LAST_RUN: Record< Result, () => string > = {
	/* translators: 1: an action, for example “Rebuild”. */
	sending: () => __( '%1$s, being sent', 'headless-deploy' ),
	/* translators: 1: an action, for example “Rebuild”. */
	retrying: () => __( '%1$s, trying again', 'headless-deploy' ),
	/* translators: 1: an action, for example “Rebuild”, 2: a time, for example “2 min ago”. */
	accepted: () => __( '%1$s, accepted %2$s', 'headless-deploy' ),
	/* translators: 1: an action, for example “Purge Cache”, 2: a time, for example “2 min ago”. */
	done: () => __( '%1$s, done %2$s', 'headless-deploy' ),
	/* translators: 1: an action, for example “Rebuild”, 2: a time, for example “2 min ago”. */
	building: () => __( '%1$s, building, accepted %2$s', 'headless-deploy' ),
	/* translators: 1: an action, for example “Rebuild”, 2: a time, for example “2 min ago”. */
	live: () => __( '%1$s, live %2$s', 'headless-deploy' ),
	/* translators: 1: an action, for example “Rebuild”, 2: a time, for example “2 min ago”. */
	gone: () => __( '%1$s, live %2$s', 'headless-deploy' ),
	/* translators: 1: an action, for example “Rebuild”, 2: a time, for example “2 min ago”. */
	buildFailed: () => __( '%1$s, the build failed %2$s', 'headless-deploy' ),
	buildCanceled: () =>
		/* translators: 1: an action, for example “Rebuild”, 2: a time, for example “2 min ago”. */
		__( '%1$s, the build was canceled %2$s', 'headless-deploy' ),
	/* translators: 1: an action, for example “Rebuild”, 2: a time, for example “2 min ago”. */
	failed: () => __( '%1$s, failed %2$s', 'headless-deploy' ),
	/* translators: 1: an action, for example “Rebuild”, 2: a time, for example “2 min ago”. */
	canceled: () => __( '%1$s, canceled %2$s', 'headless-deploy' ),
};

/**
 * Says what came of a run and when: “Rebuild, accepted 2 min ago”.
 *
 * @param when For example “2 min ago”.
 */
export function lastRunSentence( run: Run, when: string ): string {
	return sprintf(
		LAST_RUN[ resultOf( run ) ](),
		actionLabel( run.action ),
		when
	);
}

const ACTIVITY: Record< Result, () => string > = {
	/* translators: 1: an action, for example “Rebuild”, 2: name of an environment. */
	sending: () => __( '%1$s of %2$s is being sent', 'headless-deploy' ),
	/* translators: 1: an action, for example “Rebuild”, 2: name of an environment. */
	retrying: () => __( '%1$s of %2$s is tried again', 'headless-deploy' ),
	/* translators: 1: an action, for example “Rebuild”, 2: name of an environment. */
	accepted: () => __( '%1$s of %2$s was accepted', 'headless-deploy' ),
	/* translators: 1: an action, for example “Purge Cache”, 2: name of an environment. */
	done: () => __( '%1$s of %2$s is done', 'headless-deploy' ),
	/* translators: 1: an action, for example “Rebuild”, 2: name of an environment. */
	building: () => __( '%1$s of %2$s is building', 'headless-deploy' ),
	/* translators: 1: an action, for example “Rebuild”, 2: name of an environment. */
	live: () => __( '%1$s of %2$s is live', 'headless-deploy' ),
	/* translators: 1: an action, for example “Rebuild”, 2: name of an environment. */
	gone: () => __( '%1$s of %2$s is live', 'headless-deploy' ),
	buildFailed: () =>
		/* translators: 1: an action, for example “Rebuild”, 2: name of an environment. */
		__( '%1$s of %2$s: the build failed', 'headless-deploy' ),
	buildCanceled: () =>
		/* translators: 1: an action, for example “Rebuild”, 2: name of an environment. */
		__( '%1$s of %2$s: the build was canceled', 'headless-deploy' ),
	/* translators: 1: an action, for example “Rebuild”, 2: name of an environment. */
	failed: () => __( '%1$s of %2$s failed', 'headless-deploy' ),
	/* translators: 1: an action, for example “Rebuild”, 2: name of an environment. */
	canceled: () => __( '%1$s of %2$s was canceled', 'headless-deploy' ),
};

/**
 * Says what came of a run: “Rebuild of Production was accepted”.
 *
 * @param environment Label of its environment.
 */
export function activitySentence( run: Run, environment: string ): string {
	return sprintf(
		ACTIVITY[ resultOf( run ) ](),
		actionLabel( run.action ),
		environment
	);
}
