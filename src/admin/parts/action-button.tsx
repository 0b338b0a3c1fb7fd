import { Button } from '@wordpress/components';
import type { ReactNode } from 'react';

interface Props {
	children: ReactNode;
	onClick: () => void;
	/** @default 'secondary' */
	variant?: 'primary' | 'secondary' | 'tertiary' | 'link';
	/** Whether the press of this very button is being answered. */
	busy?: boolean;
	/** Whether another press is being answered; the button stays focusable. */
	disabled?: boolean;
	/** @default false */
	isDestructive?: boolean;
	/** Below 40 px, for lists. */
	compact?: boolean;
}

/**
 * A button that stays where it is and keeps the focus while its press is answered.
 *
 * @param props
 * @param props.children
 * @param props.onClick
 * @param props.variant
 * @param props.busy
 * @param props.disabled
 * @param props.isDestructive
 * @param props.compact
 */
export function ActionButton( {
	children,
	onClick,
	variant = 'secondary',
	busy = false,
	disabled = false,
	isDestructive = false,
	compact = false,
}: Props ) {
	return (
		<Button
			{ ...( compact
				? { size: 'compact' as const }
				: { __next40pxDefaultSize: true } ) }
			variant={ variant }
			onClick={ onClick }
			isBusy={ busy }
			disabled={ busy || disabled }
			accessibleWhenDisabled
			isDestructive={ isDestructive }
		>
			{ children }
		</Button>
	);
}
