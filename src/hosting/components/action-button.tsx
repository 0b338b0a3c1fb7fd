import { Button } from '@wordpress/components';
import type { ComponentProps } from 'react';

type ButtonProps = ComponentProps< typeof Button >;

interface Props {
	children: React.ReactNode;
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
	label,
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
