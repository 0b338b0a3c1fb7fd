import type { ReactNode } from 'react';
import { ActionButton } from './action-button.tsx';
import { FormError, FormErrorContext } from './form-error.tsx';
import { useForm } from './use-form.ts';
import type { FormOptions } from './use-form.ts';

export interface FormProps< Values, Result > extends FormOptions<
	Values,
	Result
> {
	title?: string;
	/** The label of the submit button. */
	verb: string;
	/** Beside the submit button. */
	cancel?: ReactNode;
	/** The button stands beside the only field, without a box. @default false */
	isRow?: boolean;
}

/** A form in a box that changes something, and says what it has done or why it failed. */
export function Form< Values extends object, Result >( {
	title = '',
	verb,
	cancel,
	isRow = false,
	...options
}: FormProps< Values, Result > ) {
	const { fields, submit, busy, error } = useForm( {
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
			<FormError error={ error } />
			<FormErrorContext.Provider value={ error }>
				<div className={ isRow ? 'hd-field-row' : 'hd-form' }>
					{ fields }
					<div className="hd-form__end">
						<ActionButton
							variant={ isRow ? 'secondary' : 'primary' }
							type="submit"
							busy={ busy }
						>
							{ verb }
						</ActionButton>
						{ cancel }
					</div>
				</div>
			</FormErrorContext.Provider>
		</form>
	);
}
