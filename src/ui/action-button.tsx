import { Button } from '@wordpress/components';
import { createContext, useContext } from '@wordpress/element';
import type { ReactNode } from 'react';
import { useFocus } from './use-focus.ts';

/** The environment of a card if there are several; else empty. */
export const EnvironmentName = createContext( '' );

/** Completes the label of a button or a link for screen readers: “Rebuild Production”. */
export function HiddenEnvironmentName() {
	const label = useContext( EnvironmentName );
	return label === '' ? null : (
		<span className="screen-reader-text"> { label }</span>
	);
}

export interface ActionButtonProps {
	children: ReactNode;
	onClick?: () => void;
	/** @default 'secondary' */
	variant?: 'primary' | 'secondary' | 'tertiary' | 'link';
	type?: 'submit';
	/** Whether the request of this button is in flight. */
	busy?: boolean;
	/** Whether it cannot be pressed now; the button stays focusable. */
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
	/** For screen readers and as a tooltip: what it does, or why it is disabled. */
	description?: string;
	/** For screen readers, where the text alone is ambiguous. */
	label?: string;
}

/** A button that keeps the focus while its request is in flight or it cannot be pressed. */
export function ActionButton( props: ActionButtonProps ) {
	const { busy = false, description = '' } = props;
	const button = useFocus< HTMLButtonElement >( props.focus ?? false );
	return (
		<Button
			{ ...( props.compact
				? { size: 'compact' as const }
				: { __next40pxDefaultSize: true } ) }
			ref={ button }
			variant={ props.variant ?? 'secondary' }
			type={ props.type ?? 'button' }
			onClick={ props.onClick }
			isBusy={ busy }
			disabled={ busy || props.disabled }
			accessibleWhenDisabled
			isDestructive={ props.isDestructive }
			aria-label={ props.label }
			{ ...( description === ''
				? {}
				: { description, title: description } ) }
		>
			{ props.children }
			<HiddenEnvironmentName />
		</Button>
	);
}
