/**
 * Reading and redacting secrets. A secret is never an argument: all processes of the machine can read arguments, and
 * the shell stores them in its history.
 */
import { MASK, printedForms } from '../reference-api/lib/printed-forms.ts';
import type { Context } from './context.ts';
import { usageError } from './exit-codes.ts';

/** Reads a secret from standard input, or from a hidden prompt in a terminal. */
export function readSecretLine(
	context: Context,
	label: string
): Promise< string > {
	return context.isInteractive
		? context.promptSecret( label )
		: context.readLine();
}

/** Reads a secret from an environment variable or, if it is not set, as `readSecretLine()` does. */
export async function readSecret(
	context: Context,
	variable: string,
	label: string
): Promise< string > {
	const fromEnvironment = context.env[ variable ] ?? '';
	if ( fromEnvironment !== '' ) {
		return fromEnvironment;
	}
	const line = await readSecretLine( context, label );
	if ( line === '' ) {
		throw usageError(
			`The ${ label } is missing. Set ${ variable }, or pass it on standard input.`
		);
	}
	return line;
}

/** Replaces secrets in a text, in all encodings in which a server may echo them. */
export function redact( text: string, secrets: readonly string[] ): string {
	return secrets
		.filter( ( secret ) => secret !== '' )
		.flatMap( ( secret ) => [
			// However short it is.
			secret,
			Buffer.from( secret ).toString( 'base64' ),
			...printedForms( secret ),
		] )
		.sort( ( a, b ) => b.length - a.length )
		.reduce( ( rest, form ) => rest.replaceAll( form, MASK ), text );
}
