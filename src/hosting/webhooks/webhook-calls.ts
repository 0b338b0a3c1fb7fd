import type { WebhookAction } from '../../shared/actions.ts';
import type { WebhookSummary } from '../../shared/platform-api.generated.ts';

type WebhookCall = NonNullable<
	WebhookSummary[ 'lastCalls' ][ WebhookAction ]
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
