/** Converts a webhook URL into that of another action. The three URLs of an environment share one token. */
import type { WebhookAction } from '../shared/actions.ts';
import { isWebhookAction } from '../shared/actions.ts';
import { unwrapCurl } from './curl-command.ts';
import { usageError } from './exit-codes.ts';

const WEBHOOK =
	/^(.*\/wh\/v1\/accounts\/[^/]+\/apps\/[^/]+\/environments\/[^/]+\/webhooks\/webhook(?::|%3A))([^/]+)\/?$/i;
const TOKEN = /^[A-Za-z0-9_-]{14,254}={0,2}$/;
const MAX_CHARACTERS = 2048;
/** Leaves room for headers beside the URL. */
const MAX_COMMAND_CHARACTERS = 8192;
/** Host names of this machine. */
export const LOCAL_HOSTS = [ '127.0.0.1', 'localhost', '[::1]' ];

function refuse( reason: string ): never {
	throw usageError(
		`The webhook URL is not valid: ${ reason }. Copy one of the three URLs from the Settings page of the portal.`
	);
}

/**
 * Returns the URL of an action.
 *
 * @param pasted A webhook URL, or the curl command that calls it.
 * @throws CliError When it is not a webhook URL. The message does not quote it, because it may contain a token.
 */
export function webhookUrlFor( pasted: string, action: WebhookAction ): URL {
	if ( pasted.length > MAX_COMMAND_CHARACTERS ) {
		return refuse( 'it is too long' );
	}
	const unwrapped = unwrapCurl( pasted );
	if ( unwrapped === null ) {
		return refuse( 'the curl command contains no URL' );
	}
	const text = unwrapped.trim();
	if ( text.length > MAX_CHARACTERS ) {
		return refuse( 'it is too long' );
	}
	const url = /\s/.test( text ) ? null : URL.parse( text );
	if ( url === null ) {
		return refuse( 'it is not a URL' );
	}
	if ( url.username !== '' || url.password !== '' ) {
		return refuse( 'it contains credentials' );
	}
	if (
		url.protocol !== 'https:' &&
		! ( url.protocol === 'http:' && LOCAL_HOSTS.includes( url.hostname ) )
	) {
		return refuse(
			'it must start with https:// unless the platform runs on this machine'
		);
	}
	const [ , base, actionInPath ] = WEBHOOK.exec( url.pathname ) ?? [];
	if ( base === undefined ) {
		return refuse(
			'its path is not …/environments/{environment}/webhooks/webhook:{action}'
		);
	}
	if ( ! isWebhookAction( actionInPath ) ) {
		return refuse(
			'its action must be rebuild, cleanRebuild or purgeCache'
		);
	}
	const token = url.searchParams.get( 'token' ) ?? '';
	if ( ! TOKEN.test( token ) ) {
		return refuse(
			token === '' ? 'its token is missing' : 'its token is incomplete'
		);
	}
	url.pathname = base + action;
	url.search = `?token=${ token }`;
	url.hash = '';
	return url;
}
