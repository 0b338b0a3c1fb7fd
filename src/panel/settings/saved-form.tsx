import type { ComponentProps, ReactNode } from 'react';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { SaveProblem } from './save-problem.tsx';

interface Props extends ComponentProps< typeof SaveProblem > {
	/** The label of the button that saves. */
	label: string;
	onSave: () => void;
	onCancel: () => void;
	children: ReactNode;
}

/** A form in a card: why it was not saved, its fields and its buttons. */
export function SavedForm( {
	label,
	onSave,
	onCancel,
	children,
	...problem
}: Props ) {
	return (
		<form
			onSubmit={ ( event ) => {
				event.preventDefault();
				onSave();
			} }
			noValidate
		>
			<SaveProblem { ...problem } />
			{ children }
			<FormButtons busy={ problem.busy } { ...{ label, onCancel } } />
		</form>
	);
}
