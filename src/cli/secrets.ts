/**
 * Reads secrets, which come by environment variable or standard input, never as an argument: arguments are seen by
 * every process on the machine and stay in the shell's history.
 */
import type { Context } from './context.ts';
import { CliError, EXIT } from './exit.ts';

/**
 * Reads a secret.
 *
 * @param variable The environment variable that may hold it.
 * @param what     What it is, for the message.
 */
export async function readSecret(
	context: Context,
	variable: string,
	what: string
): Promise< string > {
	const fromEnvironment = context.env[ variable ] ?? '';
	if ( fromEnvironment !== '' ) {
		return fromEnvironment;
	}
	const line = context.isInteractive ? '' : await context.readLine();
	if ( line === '' ) {
		throw new CliError(
			EXIT.usage,
			`No ${ what } given. Set ${ variable }, or give it on standard input.`
		);
	}
	return line;
}

/**
 * Takes secrets out of a text by their value, in the forms that a service may echo them in.
 *
 * @param text Any text, for example the message of a service.
 */
export function redact( text: string, secrets: readonly string[] ): string {
	return secrets
		.filter( ( secret ) => secret !== '' )
		.flatMap( ( secret ) => [
			secret,
			encodeURIComponent( secret ),
			JSON.stringify( secret ).slice( 1, -1 ),
			Buffer.from( secret ).toString( 'base64' ),
		] )
		.sort( ( a, b ) => b.length - a.length )
		.reduce( ( rest, form ) => rest.replaceAll( form, '••••' ), text );
}
