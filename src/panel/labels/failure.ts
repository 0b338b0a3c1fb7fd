import { __ } from '../i18n.ts';

/** Failures that a newly pasted webhook URL mends. */
const MENDED_BY_A_NEW_URL: readonly string[] = [
	'headless_deploy_token_refused',
	'headless_deploy_webhook_not_found',
	'headless_deploy_webhook_gone',
	'headless_deploy_webhook_moved',
	'headless_deploy_key_lost',
	'headless_deploy_webhook_missing',
	'headless_deploy_address_refused',
];

/**
 * Tells whether a new webhook URL is what mends a failure.
 *
 * @param failure A run that failed or is tried again.
 */
export function needsNewUrl( { errorCode }: { errorCode: string } ): boolean {
	return MENDED_BY_A_NEW_URL.includes( errorCode );
}

/**
 * Tells whether somebody ended a build at the host: no failure, though what was changed is not live.
 */
export function isBuildCanceled( {
	errorCode,
}: {
	errorCode: string;
} ): boolean {
	return errorCode === 'headless_deploy_build_canceled';
}

/**
 * Says that a run failed, and why, in a few words; its `message` says the rest.
 */
export function failureHeadline( {
	errorCode,
}: {
	errorCode: string;
} ): string {
	switch ( errorCode.replace( 'headless_deploy_', '' ) ) {
		case 'token_refused':
			return __(
				'Failed: the webhook URL was refused',
				'headless-deploy'
			);
		case 'webhook_not_found':
		case 'webhook_gone':
		case 'webhook_missing':
			return __(
				'Failed: the webhook does not exist',
				'headless-deploy'
			);
		case 'webhook_moved':
			return __( 'Failed: the webhook has moved', 'headless-deploy' );
		case 'key_lost':
			return __(
				'Failed: the webhook URL cannot be read',
				'headless-deploy'
			);
		case 'tls_failed':
			return __(
				'Failed: the certificate is not valid',
				'headless-deploy'
			);
		case 'address_refused':
		case 'private_address':
		case 'http_blocked':
			return __(
				'Failed: the address may not be called',
				'headless-deploy'
			);
		case 'call_failed':
		case 'sender_crashed':
			return __( 'Failed: this server has a problem', 'headless-deploy' );
		case 'build_failed':
			return __( 'Failed: the build broke off', 'headless-deploy' );
		case 'build_canceled':
			return __( 'The build was canceled', 'headless-deploy' );
		case 'rate_limited':
			return __( 'Failed: too many calls', 'headless-deploy' );
		case 'service_error':
		case 'service_busy':
		case 'service_unavailable':
		case 'answer_too_large':
			return __( 'Failed: the host has a problem', 'headless-deploy' );
		case 'timeout':
		case 'no_final_answer':
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
