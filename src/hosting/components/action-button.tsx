import { Button } from '@wordpress/components';
import type { ComponentProps, ReactNode } from 'react';
import { _x, sprintf } from '../../ui/i18n.ts';

type ButtonProps = ComponentProps< typeof Button >;

interface Props {
	children: ReactNode;
	onClick?: () => void;
	/** @default 'secondary' */
	variant?: 'primary' | 'secondary' | 'tertiary' | 'link';
	/** @default 'button' */
	type?: 'button' | 'submit';
	/** Whether the request of this button is in flight. @default false */
	busy?: boolean;
	/** Why it cannot be pressed now, for users; the button stays focusable. */
	disabledReason?: string;
	/** @default false */
	isDestructive?: boolean;
	/** Below 40 px, for lists. @default false */
	compact?: boolean;
	/** For screen readers where the label alone is ambiguous. */
	label?: string;
	/** What the button is about, where its text is the same in each row: screen readers get both. */
	about?: string;
}

function labelAbout( text: ReactNode, about: string ): string {
	return sprintf(
		/* translators: 1: text of a button, 2: what the button is about. */
		_x( '%1$s: %2$s', 'button and what it is about', 'headless-deploy' ),
		String( text ),
		about
	);
}

/** A button that keeps the focus while its request is in flight or it cannot be pressed. */
export function ActionButton( {
	children,
	onClick = () => {},
	variant = 'secondary',
	type = 'button',
	busy = false,
	disabledReason = '',
	isDestructive = false,
	compact = false,
	about = '',
	label = about === '' ? undefined : labelAbout( children, about ),
}: Props ) {
	const isDisabled = busy || disabledReason !== '';
	const props: Partial< ButtonProps > = {
		variant,
		type,
		isBusy: busy,
		disabled: isDisabled,
		accessibleWhenDisabled: true,
		isDestructive,
		...( disabledReason === '' ? {} : { title: disabledReason } ),
		...( label === undefined ? {} : { 'aria-label': label } ),
		...( compact ? { size: 'compact' } : { __next40pxDefaultSize: true } ),
	};
	return (
		<Button { ...props } onClick={ isDisabled ? () => {} : onClick }>
			{ children }
		</Button>
	);
}
