import type { ReactNode } from 'react';
import { ActionButton } from './action-button.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { FormError } from './fields.tsx';
import { useForm } from './use-form.ts';
import type { FormOptions } from './use-form.ts';

interface Props< Values, Result > extends FormOptions< Values, Result > {
	title?: string;
	/** The label of the submit button. */
	verb: string;
	/** Beside the submit button. */
	cancel?: ReactNode;
	/** The button stands beside the only field, without a box. @default false */
	isRow?: boolean;
}

/** A form in a box that changes something at the host, and says what it has done or why it failed. */
export function Form< Values extends object, Result >( {
	title = '',
	verb,
	cancel,
	isRow = false,
	...options
}: Props< Values, Result > ) {
	const { fields, submit, isPending, error } = useForm( {
		keepsValues: isRow,
		...options,
	} );
	return (
		<form
			className={ isRow ? '' : 'hd-box hd-box--padded hd-form' }
			onSubmit={ ( event ) => {
				event.preventDefault();
				submit();
			} }
		>
			{ title !== '' && <h2>{ title }</h2> }
			<ErrorNotice error={ error } />
			<FormError.Provider value={ error }>
				<div className={ isRow ? 'hd-field-row' : 'hd-form' }>
					{ fields }
					<div className="hd-form__end">
						<ActionButton
							variant={ isRow ? 'secondary' : 'primary' }
							type="submit"
							busy={ isPending }
						>
							{ verb }
						</ActionButton>
						{ cancel }
					</div>
				</div>
			</FormError.Provider>
		</form>
	);
}
