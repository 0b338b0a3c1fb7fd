import type { JournalRequest } from '../../shared/platform-api.generated.ts';
import type { StatusWords } from '../labels/status.ts';
import { shortDurationLabel } from '../labels/duration.ts';
import { __, sprintf } from '../i18n.ts';

/** Shortens the URL of a request to what differs between requests. */
export function shortUrl( url: string ): string {
	return url
		.replace( /^\/wh\/v1\/.*(?=\/webhooks\/)/, '…' )
		.replace(
			/([0-9a-f]{4})[0-9a-f]{4}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi,
			'$1…'
		);
}

/** @param status HTTP status; 0 without a response. */
export function statusTone( status: number ): StatusWords[ 'tone' ] {
	if ( status === 0 || status >= 500 ) {
		return 'bad';
	}
	return status >= 400 ? 'warning' : 'good';
}

export function responseSentence( { status, tookMs }: JournalRequest ): string {
	const took = shortDurationLabel( tookMs );
	if ( status === 0 ) {
		return sprintf(
			/* translators: %s: duration. */
			__(
				'No response. The connection ended after %s.',
				'headless-deploy'
			),
			took
		);
	}
	return sprintf(
		/* translators: 1: HTTP status, 2: duration. */
		__( 'Response %1$d after %2$s.', 'headless-deploy' ),
		status,
		took
	);
}
