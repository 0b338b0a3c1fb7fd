import { useState } from '@wordpress/element';
import type { ReactNode } from 'react';
import { RowButton, type RowButtonProps } from './row-button.tsx';

interface Props extends Omit<
	RowButtonProps,
	'onClick' | 'children' | 'label'
> {
	label: string;
	children: ( onClose: () => void ) => ReactNode;
}

/** A button that opens a dialog. */
export function DialogButton( { label, children, ...button }: Props ) {
	const [ isOpen, setOpen ] = useState( false );
	return (
		<>
			<RowButton { ...button } onClick={ () => setOpen( true ) }>
				{ label }
			</RowButton>
			{ isOpen && children( () => setOpen( false ) ) }
		</>
	);
}
