/** The forms that set, replace and delete variables. */
import { checkShellVariables } from '../../lib/names.ts';
import type { FormState } from '../forms.ts';
import { formField, refusal, refuses } from '../forms.ts';
import { html } from '../html.ts';
import type { Page } from '../layout.ts';
import type { EnvironmentView } from '../environment-view.ts';
import { environmentQuestion } from './dialog-form.ts';

const VALUE_HINT =
	'May have several lines; a line break at its end is left out. It cannot be read back.';

/** A form that sets one variable. */
export interface VariableForm {
	/** The variable to replace; a new one otherwise. */
	key?: string;
	state: FormState;
}

/** Makes the form that sets or replaces a variable. */
export function variableFormPage(
	view: EnvironmentView,
	form: VariableForm
): Page {
	const { key, state } = form;
	const isNew = key === undefined;
	const { value = '' } = state.values;
	const isValueRefused =
		! isNew ||
		refuses( () => checkShellVariables( [ { key: 'A', value } ] ) );
	return environmentQuestion( view, {
		title: isNew ? 'Add a variable' : `Replace ${ key }`,
		fields: [
			isNew &&
				formField( {
					name: 'key',
					label: 'Key',
					hint: 'Letters, digits and underscores, for example STRIPE_KEY.',
					state,
					isRefused: ! isValueRefused,
					isCode: true,
					required: true,
					maxLength: 128,
				} ),
			formField( {
				name: 'value',
				label: isNew ? 'Value' : 'New value',
				hint: VALUE_HINT,
				state,
				isRefused: isValueRefused,
				isCode: true,
				rows: 3,
			} ),
		],
		action: isNew ? '/variables/add' : `/variables/${ key }/replace`,
		yes: isNew ? 'Add a variable' : 'Replace',
		no: isNew ? 'Not now' : 'Keep the value',
		back: '/variables',
	} );
}

/** Makes the form that takes a .env file. */
export function pastePage( view: EnvironmentView, state: FormState ): Page {
	return environmentQuestion( view, {
		title: 'Paste a .env file',
		fields: formField( {
			name: 'file',
			label: 'File',
			hint: 'A KEY=value on each line; quotes, export and comments may be there. Variables that exist get the new value, all others stay. If a line cannot be read, nothing is set.',
			state,
			isRefused: true,
			isCode: true,
			required: true,
			rows: 10,
		} ),
		action: '/variables/paste',
		yes: 'Set these variables',
		no: 'Not now',
		back: '/variables',
	} );
}

/**
 * Makes the question before a variable is deleted.
 *
 * @param state Why it was refused, if it was.
 */
export function deleteVariablePage(
	view: EnvironmentView,
	key: string,
	state: FormState
): Page {
	return environmentQuestion( view, {
		title: `Delete ${ key }?`,
		fields: html`<p>
				Its value cannot be read back. Builds from now on are without
				it; the release that is live keeps it.
			</p>
			${ refusal( 'delete', state ) }`,
		action: `/variables/${ key }/delete`,
		yes: 'Delete',
		no: 'Keep it',
		back: '/variables',
		danger: true,
	} );
}
