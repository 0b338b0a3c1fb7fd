import { SearchControl } from '@wordpress/components';
import { useState } from '@wordpress/element';

interface Props {
	label: string;
	/** @default the label */
	placeholder?: string;
	/** What is searched for at first. @default nothing */
	searched?: string;
	size?: 'compact';
	onSearch: ( text: string ) => void;
}

/** Searches when the user presses Enter, and shows everything again when the field is cleared. */
export function SearchForm( {
	label,
	placeholder = label,
	searched = '',
	size,
	onSearch,
}: Props ) {
	const [ typed, setTyped ] = useState( searched );
	return (
		<form
			role="search"
			onSubmit={ ( event ) => {
				event.preventDefault();
				onSearch( typed );
			} }
		>
			<SearchControl
				__nextHasNoMarginBottom
				{ ...( size ? { size } : {} ) }
				label={ label }
				placeholder={ placeholder }
				value={ typed }
				onChange={ ( text ) => {
					setTyped( text );
					if ( text === '' ) {
						onSearch( '' );
					}
				} }
			/>
		</form>
	);
}
