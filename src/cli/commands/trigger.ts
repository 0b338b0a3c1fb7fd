import {
	PlatformError,
	toPlatformError,
} from '../../platform-client/platform-error.ts';
import type { WebhookAction } from '../../shared/actions.ts';
import { onThisMachine } from '../command.ts';
import type { Definition } from '../command.ts';
import type { Context } from '../context.ts';
import { fetchOrExplain, toCliError } from '../host.ts';
import { readSecret } from '../secrets.ts';
import { webhookUrlFor } from '../webhook-url.ts';

const REQUEST_TIMEOUT_MS = 15_000;

/** Returns the operation's name in the response, or null. The body is optional. */
function readOperation( text: string ): string | null {
	try {
		const { name } = JSON.parse( text ) as { name?: unknown };
		return typeof name === 'string' ? name : null;
	} catch {
		return null;
	}
}

async function call(
	context: Context,
	url: URL
): Promise< [ number, string ] > {
	const response = await fetchOrExplain( context, url, {
		method: 'POST',
		// A redirect would send the token to another address.
		redirect: 'manual',
		signal: AbortSignal.timeout( REQUEST_TIMEOUT_MS ),
	} );
	const { ok, status } = response;
	if ( status >= 300 && status < 400 ) {
		throw new PlatformError(
			'The webhook URL has moved. Copy the new URL from the portal.',
			status
		);
	}
	const text = await response.text();
	if ( ! ok ) {
		throw toPlatformError( status, text );
	}
	return [ status, text ];
}

function trigger( action: WebhookAction, about: string ): Definition {
	return onThisMachine( {
		about,
		run: async ( context ) => {
			const pasted = await readSecret(
				context,
				'HEADLESS_WEBHOOK_URL',
				'webhook URL'
			);
			const url = webhookUrlFor( pasted, action );
			const token = url.searchParams.get( 'token' ) ?? '';
			try {
				const [ status, text ] = await call( context, url );
				const operation = readOperation( text );
				return {
					json: { action, status, operation },
					lines: [
						`Accepted (${ status }). ${ operation ?? '' }`.trim(),
					],
				};
			} catch ( error ) {
				throw toCliError( error, url.origin, [ token ] );
			}
		},
	} );
}

export const definition: Definition = {
	about: 'call a webhook; any of the three URLs, or a curl command that contains it, is read from HEADLESS_WEBHOOK_URL or standard input',
	commands: {
		rebuild: trigger( 'rebuild', 'build and deploy the environment' ),
		'clean-rebuild': trigger(
			'cleanRebuild',
			'build and deploy the environment without the framework’s build cache'
		),
		'purge-cache': trigger(
			'purgeCache',
			'purge the edge cache of the environment'
		),
	},
};
