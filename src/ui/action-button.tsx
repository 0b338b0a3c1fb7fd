import { Button } from '@wordpress/components';
import type { ReactNode } from 'react';
import { HiddenEnvironmentName } from './environment-name.tsx';
import { useFocus } from './use-focus.ts';

export interface ActionButtonProps {
	children: ReactNode;
	onClick: () => void;
	/** @default 'secondary' */
	variant?: 'primary' | 'secondary' | 'tertiary' | 'link';
	/** Whether the request of this button is in flight. */
	busy?: boolean;
	/** Whether another request is in flight; the button stays focusable. */
	disabled?: boolean;
	/** @default false */
	isDestructive?: boolean;
	/** Below 40 px, for lists. */
	compact?: boolean;
	/**
	 * Whether it takes the focus when it appears; a number takes it again whenever it grows.
	 *
	 * @default false
	 */
	focus?: boolean | number;
	/** For screen readers and as a tooltip. */
	description?: string;
}

/** A button that keeps the focus while its request is in flight. */
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
}: ActionButtonProps ) {
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
