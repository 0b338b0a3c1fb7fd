import { Button } from '@wordpress/components';
import type { ReactNode } from 'react';
import { HiddenEnvironmentName } from './environment-name.tsx';
import { useFocus } from './use-focus.ts';

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
	/**
	 * Whether it takes the focus when it appears, because what had it is gone; a number that grows asks again.
	 *
	 * @default false
	 */
	focus?: boolean | number;
	/** What more a screen reader says of it, and the pointer shows. */
	description?: string;
}

/**
 * A button that stays where it is and keeps the focus while its press is answered.
 */
export function ActionButton( {
	children,
	onClick,
	variant = 'secondary',
	busy = false,
	disabled = false,
	isDestructive = false,
	compact = false,
	focus = false,
	description = '',
}: Props ) {
	const button = useFocus< HTMLButtonElement >( focus );
	return (
		<Button
			{ ...( compact
				? { size: 'compact' as const }
				: { __next40pxDefaultSize: true } ) }
			ref={ button }
			variant={ variant }
			onClick={ onClick }
			isBusy={ busy }
			disabled={ busy || disabled }
			accessibleWhenDisabled
			isDestructive={ isDestructive }
			{ ...( description === ''
				? {}
				: { description, title: description } ) }
		>
			{ children }
			<HiddenEnvironmentName />
		</Button>
	);
}
