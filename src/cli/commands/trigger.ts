import type { Command } from 'commander';
import { plainText } from '../../shared/plain-text.ts';
import type { Action } from '../../shared/actions.ts';
import { errorMessage } from '../../shared/errors.ts';
import type { Context } from '../context.ts';
import { CliError, EXIT, errorReason } from '../exit-codes.ts';
import { readSecret, redact } from '../secrets.ts';
import { webhookUrlFor } from '../webhook-url.ts';

const REQUEST_TIMEOUT_MS = 15_000;

const ACTIONS: { name: string; action: Action; description: string }[] = [
	{
		name: 'rebuild',
		action: 'rebuild',
		description: 'build and deploy the environment',
	},
	{
		name: 'clean-rebuild',
		action: 'cleanRebuild',
		description:
			'build and deploy the environment without the framework’s build cache',
	},
	{
		name: 'purge-cache',
		action: 'purgeCache',
		description: 'purge the edge cache of the environment',
	},
];

/** `operation` is the operation's name in the response, or null. */
interface Outcome {
	action: Action;
	status: number;
	operation: string | null;
}

async function call( context: Context, url: URL ): Promise< Response > {
	try {
		return await context.fetch( url, {
			method: 'POST',
			// A redirect would send the token to another address.
			redirect: 'manual',
			signal: AbortSignal.timeout( REQUEST_TIMEOUT_MS ),
		} );
	} catch ( error ) {
		throw new CliError(
			EXIT.unreachable,
			`${ url.origin } cannot be reached: ${ redact( errorReason( error ), [ url.searchParams.get( 'token' ) ?? '' ] ) }. Check the webhook URL and the network connection.`
		);
	}
}

async function bodyOf( response: Response ): Promise< unknown > {
	try {
		return JSON.parse( await response.text() );
	} catch {
		// The status decides; the body is optional.
		return null;
	}
}

function readOperation( body: unknown ): string | null {
	const isNamed =
		typeof body === 'object' &&
		body !== null &&
		'name' in body &&
		typeof body.name === 'string';
	return isNamed ? plainText( body.name as string ) : null;
}

async function trigger( context: Context, action: Action ): Promise< Outcome > {
	const pasted = await readSecret(
		context,
		'HEADLESS_WEBHOOK_URL',
		'webhook URL'
	);
	const url = webhookUrlFor( pasted, action );
	const response = await call( context, url );
	const body = await bodyOf( response );
	if ( response.ok ) {
		return {
			action,
			status: response.status,
			operation: readOperation( body ),
		};
	}
	const isRedirect = response.status >= 300 && response.status < 400;
	const message = isRedirect
		? 'The webhook URL has moved. Copy the new URL from the portal.'
		: errorMessage( body, 'No reason given.' );
	throw new CliError(
		EXIT.refused,
		`${ url.origin } rejected the request with ${ response.status }: ${ redact( message, [ url.searchParams.get( 'token' ) ?? '' ] ) }`
	);
}

export function define( group: Command, context: Context ): void {
	for ( const { name, action, description } of ACTIONS ) {
		group
			.command( name )
			.description( description )
			.option( '--json', 'print {"action", "status", "operation"}' )
			.action( async ( options: { json?: boolean } ) => {
				const outcome = await trigger( context, action );
				context.print(
					options.json
						? JSON.stringify( outcome )
						: `Accepted (${ outcome.status }).${ outcome.operation ? ` ${ outcome.operation }` : '' }`
				);
			} );
	}
}
