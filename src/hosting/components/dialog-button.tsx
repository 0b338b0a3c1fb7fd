import { useState } from '@wordpress/element';
import type { ComponentProps, ReactNode } from 'react';
import { ActionButton } from './action-button.tsx';

interface Props extends Omit<
	ComponentProps< typeof ActionButton >,
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
			<ActionButton { ...button } onClick={ () => setOpen( true ) }>
				{ label }
			</ActionButton>
			{ isOpen && children( () => setOpen( false ) ) }
		</>
	);
}
