/** Questions before a command creates or deletes something. */
import type { Context } from './context.ts';
import { CliError, EXIT, usageError } from './exit-codes.ts';

/** Asks in the terminal. The default answer is no. */
export async function confirm(
	{ promptChoice }: Context,
	question: string
): Promise< boolean > {
	const answer = await promptChoice( question, [
		{ value: 'no', label: 'No' },
		{ value: 'yes', label: 'Yes' },
	] );
	return answer === 'yes';
}

export interface YesOption {
	yes?: boolean;
}

export const YES_OPTION = { '--yes': 'do not ask; needed in a script' };

/**
 * Asks before something is deleted.
 *
 * @param what   For example “the application shop with its 2 environments”.
 * @param action For example “Delete”.
 * @throws CliError When the user refuses, or in a script without `--yes`.
 */
export async function confirmLoss(
	context: Context,
	{ yes = false }: YesOption,
	what: string,
	action = 'Delete'
): Promise< void > {
	if ( yes ) {
		return;
	}
	const question = `${ action } ${ what }? This cannot be undone.`;
	if ( ! context.isInteractive ) {
		throw usageError( `${ question } Use --yes in a script.` );
	}
	if ( ! ( await confirm( context, question ) ) ) {
		throw new CliError( EXIT.stopped, 'Stopped. Nothing was changed.' );
	}
}
