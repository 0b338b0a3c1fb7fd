/** `headless-deploy trigger`: calls a webhook as WordPress does. */
import type { Command } from 'commander';
import { plainText } from '../../reference-api/lib/plain-text.ts';
import type { Action } from '../../shared/actions.ts';
import { errorMessage } from '../../shared/errors.ts';
import type { Context } from '../context.ts';
import { CliError, EXIT, reasonOf } from '../exit.ts';
import { readSecret, redact } from '../secrets.ts';
import { webhookUrlFor } from '../webhook-url.ts';

const REQUEST_TIMEOUT_MS = 15_000;

const ACTIONS: { verb: string; action: Action; description: string }[] = [
	{
		verb: 'rebuild',
		action: 'rebuild',
		description: 'build the environment again',
	},
	{
		verb: 'clean-rebuild',
		action: 'cleanRebuild',
		description: 'build it again without the framework’s cached files',
	},
	{
		verb: 'purge-cache',
		action: 'purgeCache',
		description: 'empty the CDN cache of the environment',
	},
];

/** What a call led to; `operation` is the name that the answer carried, or null. */
interface Outcome {
	action: Action;
	status: number;
	operation: string | null;
}

async function call( context: Context, url: URL ): Promise< Response > {
	try {
		return await context.fetch( url, {
			method: 'POST',
			// A redirect would take the token elsewhere.
			redirect: 'manual',
			signal: AbortSignal.timeout( REQUEST_TIMEOUT_MS ),
		} );
	} catch ( error ) {
		throw new CliError(
			EXIT.unreachable,
			`${ url.origin } cannot be reached: ${ redact( reasonOf( error ), [ url.searchParams.get( 'token' ) ?? '' ] ) }.`
		);
	}
}

async function bodyOf( response: Response ): Promise< unknown > {
	try {
		return JSON.parse( await response.text() );
	} catch {
		// Any success is a success, whatever its body; a refusal without words is told by its status.
		return null;
	}
}

function operationIn( body: unknown ): string | null {
	return typeof body === 'object' &&
		body !== null &&
		'name' in body &&
		typeof body.name === 'string'
		? plainText( body.name )
		: null;
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
			operation: operationIn( body ),
		};
	}
	const isRedirect = response.status >= 300 && response.status < 400;
	const message = isRedirect
		? 'The webhook address has moved. Copy the new URL from the portal.'
		: errorMessage( body, 'It gave no reason.' );
	throw new CliError(
		EXIT.refused,
		`${ url.origin } refused with ${ response.status }: ${ redact( message, [ url.searchParams.get( 'token' ) ?? '' ] ) }`
	);
}

/** Adds the command. */
export function addTrigger( program: Command, context: Context ): void {
	const group = program
		.command( 'trigger' )
		.description(
			'call a webhook; its URL comes by HEADLESS_WEBHOOK_URL or standard input, any of the three will do'
		);
	for ( const { verb, action, description } of ACTIONS ) {
		group
			.command( verb )
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
