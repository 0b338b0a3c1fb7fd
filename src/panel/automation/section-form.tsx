import { Card, CardFooter, CardHeader } from '@wordpress/components';
import { useEffect, useRef } from '@wordpress/element';
import type { FormEvent, ReactNode } from 'react';
import { __, _n, sprintf } from '../../ui/i18n.ts';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { SaveProblem } from '../settings/save-problem.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { focusIfLost } from '../../ui/use-focus.ts';
import type { Section } from './section.ts';

interface Props extends Section {
	title: string;
	description: string;
	/** Shown at the end of the header. */
	headerEnd?: ReactNode;
	children: ReactNode;
	/**
	 * Whether all entries can be sent; else the first wrong field takes the focus.
	 *
	 * @default true
	 */
	isValid?: boolean;
	/** The fields that show their own errors. */
	fields?: readonly string[];
}

/** Gives the focus to the heading when the button that had it is gone after its request. */
function useFocusFallback( busy: boolean ) {
	const heading = useRef< HTMLHeadingElement >( null );
	const isPressed = useRef( false );
	useEffect( () => {
		if ( isPressed.current && ! busy && focusIfLost( heading.current ) ) {
			isPressed.current = false;
		}
	} );
	const withFocusFallback = ( onClick: () => void ) => () => {
		isPressed.current = true;
		onClick();
	};
	return { heading, withFocusFallback };
}

function SaveBar( { unsaved, busy, conflict, onDiscard }: Section ) {
	return (
		<FormButtons
			label={ __( 'Save changes', 'headless-deploy' ) }
			busy={ busy }
			disabled={ conflict !== null || unsaved === 0 }
		>
			{ unsaved > 0 && (
				<ActionButton
					variant="tertiary"
					disabled={ busy }
					onClick={ onDiscard }
				>
					{ __( 'Discard', 'headless-deploy' ) }
				</ActionButton>
			) }
			<span className="headless-deploy-secondary">
				{ unsaved > 0 &&
					sprintf(
						/* translators: %d: number of changes. */
						_n(
							'%d unsaved change',
							'%d unsaved changes',
							unsaved,
							'headless-deploy'
						),
						unsaved
					) }
			</span>
		</FormButtons>
	);
}

/** A card with a form that is saved separately. */
export function SectionForm( props: Props ) {
	const { title, description, headerEnd, children, isValid = true } = props;
	const form = useRef< HTMLFormElement >( null );
	const { heading, withFocusFallback } = useFocusFallback( props.busy );
	const ifValid = ( send: () => void ) => () => {
		if ( isValid ) {
			send();
			return;
		}
		form.current
			?.querySelector< HTMLInputElement >( '[aria-invalid="true"]' )
			?.focus();
	};
	const submit = ( event: FormEvent ) => {
		event.preventDefault();
		ifValid( props.onSave )();
	};
	return (
		<Card size="small">
			<form
				ref={ form }
				className="headless-deploy-section"
				aria-label={ title }
				onSubmit={ submit }
				noValidate
			>
				<CardHeader>
					<div className="headless-deploy-section__title">
						<h2 ref={ heading } tabIndex={ -1 }>
							{ title }
						</h2>
						<p className="headless-deploy-secondary">
							{ description }
						</p>
					</div>
					{ headerEnd }
				</CardHeader>
				{ children }
				<CardFooter className="headless-deploy-section__footer">
					<SaveProblem
						{ ...props }
						onShowNewer={ withFocusFallback( props.onShowNewer ) }
						onSaveMine={ ifValid(
							withFocusFallback( props.onSaveMine )
						) }
					/>
					<SaveBar
						{ ...props }
						onDiscard={ withFocusFallback( props.onDiscard ) }
					/>
				</CardFooter>
			</form>
		</Card>
	);
}
