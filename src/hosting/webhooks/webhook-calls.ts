import type { Action } from '../../shared/actions.ts';
import type { WebhookSummary } from '../../shared/platform-api.generated.ts';
import { __ } from '../i18n.ts';

export type WebhookCall = NonNullable<
	WebhookSummary[ 'lastCalls' ][ Action ]
>;

export function isRejected( { status }: WebhookCall ): boolean {
	return status >= 400;
}

/** When a webhook was last called with success; null if none was. */
export function lastCallTime( { lastCalls }: WebhookSummary ): string | null {
	const times = Object.values( lastCalls )
		.filter( ( call ) => ! isRejected( call ) )
		.map( ( { at } ) => at )
		.sort();
	return times.at( -1 ) ?? null;
}

interface ActionWords {
	title: string;
	/** Within a sentence. */
	subject: string;
	does: string;
}

export function actionWords(): Record< Action, ActionWords > {
	return {
		rebuild: {
			title: __( 'Rebuild webhook', 'headless-deploy' ),
			subject: __( 'the Rebuild webhook', 'headless-deploy' ),
			does: __(
				'Builds and deploys the live code again.',
				'headless-deploy'
			),
		},
		cleanRebuild: {
			title: __( 'Clean Rebuild webhook', 'headless-deploy' ),
			subject: __( 'the Clean Rebuild webhook', 'headless-deploy' ),
			does: __(
				'Deletes the cached files of the framework, then builds and deploys the live code again. Slower.',
				'headless-deploy'
			),
		},
		purgeCache: {
			title: __( 'Purge Cache webhook', 'headless-deploy' ),
			subject: __( 'the Purge Cache webhook', 'headless-deploy' ),
			does: __(
				'Purges the edge cache of this environment, without a build.',
				'headless-deploy'
			),
		},
	};
}
