/**
 * Makes one webhook URL into that of another action: the three share one token.
 */
import type { Action } from '../shared/actions.ts';
import { isAction } from '../shared/actions.ts';
import { CliError, EXIT } from './exit.ts';

const WEBHOOK =
	/^(.*\/wh\/v1\/accounts\/[^/]+\/apps\/[^/]+\/environments\/[^/]+\/webhooks\/webhook(?::|%3A))([^/]+)\/?$/i;
const TOKEN = /^[A-Za-z0-9_-]{14,254}={0,2}$/;
const LONGEST_CHARACTERS = 2048;
const LOCAL_HOSTS = [ '127.0.0.1', 'localhost', '[::1]' ];

function refuse( reason: string ): never {
	throw new CliError(
		EXIT.usage,
		`That is not a webhook URL: ${ reason }. Copy one of the three URLs from the portal's Settings page.`
	);
}

/**
 * Finds the URL of an action.
 *
 * @param pasted Any of an environment's three webhook URLs.
 * @param action The action that is wanted.
 * @throws CliError When it is none; the message does not repeat it, since it may hold a token.
 */
export function webhookUrlFor( pasted: string, action: Action ): URL {
	const text = pasted.trim();
	if ( text.length > LONGEST_CHARACTERS ) {
		return refuse( 'it is too long' );
	}
	const url = /\s/.test( text ) ? null : URL.parse( text );
	if ( url === null ) {
		return refuse( 'it is no address at all' );
	}
	if ( url.username !== '' || url.password !== '' ) {
		return refuse( 'it holds credentials' );
	}
	if (
		url.protocol !== 'https:' &&
		! ( url.protocol === 'http:' && LOCAL_HOSTS.includes( url.hostname ) )
	) {
		return refuse(
			'it does not begin with https://, which only a platform on this machine may do without'
		);
	}
	const [ , base, word ] = WEBHOOK.exec( url.pathname ) ?? [];
	if ( base === undefined ) {
		return refuse(
			'its path is not …/environments/{environment}/webhooks/webhook:{action}'
		);
	}
	if ( ! isAction( word ) ) {
		return refuse(
			'its action is none of rebuild, cleanRebuild and purgeCache'
		);
	}
	const token = url.searchParams.get( 'token' ) ?? '';
	if ( ! TOKEN.test( token ) ) {
		return refuse(
			token === ''
				? 'its token is missing'
				: 'its token is not complete, or shown only in part'
		);
	}
	url.pathname = base + action;
	url.search = `?token=${ token }`;
	url.hash = '';
	return url;
}
