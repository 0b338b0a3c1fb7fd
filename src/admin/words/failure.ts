import { __ } from '../i18n.ts';
import type { Delivery } from '../../shared/wire.ts';

/** Failures that a newly pasted webhook URL mends. */
const MENDED_BY_A_NEW_URL: readonly string[] = [
	'headless_deploy_token_refused',
	'headless_deploy_webhook_not_found',
	'headless_deploy_webhook_gone',
	'headless_deploy_webhook_moved',
	'headless_deploy_key_lost',
];

/**
 * Tells whether a new webhook URL is what mends a failure.
 *
 * @param delivery The failed run.
 */
export function needsNewUrl( delivery: Delivery ): boolean {
	return MENDED_BY_A_NEW_URL.includes( delivery.errorCode );
}

/**
 * Says that a run failed, and why, in a few words; its `message` says the rest.
 *
 * @param delivery The failed run.
 */
export function failureHeadline( delivery: Delivery ): string {
	switch ( delivery.errorCode.replace( 'headless_deploy_', '' ) ) {
		case 'token_refused':
			return __( 'Failed: the token was refused', 'headless-deploy' );
		case 'webhook_not_found':
		case 'webhook_gone':
			return __(
				'Failed: the webhook does not exist',
				'headless-deploy'
			);
		case 'webhook_moved':
			return __( 'Failed: the webhook has moved', 'headless-deploy' );
		case 'key_lost':
			return __( 'Failed: the token cannot be read', 'headless-deploy' );
		case 'rate_limited':
			return __( 'Failed: too many calls', 'headless-deploy' );
		case 'service_error':
			return __( 'Failed: the host has a problem', 'headless-deploy' );
		case 'timeout':
			return __( 'Failed: no answer in time', 'headless-deploy' );
		case 'dns_failed':
		case 'connection_failed':
			return __( 'Failed: the host was not reached', 'headless-deploy' );
		case 'bad_request':
		case 'refused':
			return __( 'Failed: the host refused it', 'headless-deploy' );
		default:
			return __( 'Failed', 'headless-deploy' );
	}
}
