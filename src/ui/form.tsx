import type { ReactNode } from 'react';
import { FormButtons } from './form-buttons.tsx';
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
	/** Below the buttons. */
	after?: ReactNode;
	/** The button stands beside the only field, without a box. @default false */
	isRow?: boolean;
}

/** A form in a box that changes something, and says what it has done or why it failed. */
export function Form< Values extends object, Result >( {
	title = '',
	verb,
	cancel,
	after,
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
					<FormButtons
						label={ verb }
						variant={ isRow ? 'secondary' : 'primary' }
						busy={ busy }
					>
						{ cancel }
					</FormButtons>
					{ after }
				</div>
			</FormErrorContext.Provider>
		</form>
	);
}
