import { ActionButton, type ActionButtonProps } from './action-button.tsx';
import { _x, sprintf } from './i18n.ts';

export interface RowButtonProps extends ActionButtonProps {
	/** What the button is about, where its text is the same in each row: screen readers get both. */
	about?: string;
}

/** A button of a list. */
export function RowButton( { about = '', ...button }: RowButtonProps ) {
	return about === '' ? (
		<ActionButton { ...button } />
	) : (
		<ActionButton
			{ ...button }
			label={ sprintf(
				/* translators: 1: text of a button, 2: what the button is about. */
				_x(
					'%1$s: %2$s',
					'button and what it is about',
					'headless-deploy'
				),
				String( button.children ),
				about
			) }
		/>
	);
}
