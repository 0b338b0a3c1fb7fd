import {
	Button,
	Card,
	CardFooter,
	CardHeader,
	Notice,
} from '@wordpress/components';
import { useRef } from '@wordpress/element';
import type { FormEvent, ReactNode } from 'react';
import { __, _n, sprintf } from '../i18n.ts';
import { ConflictNotice } from '../settings/conflict-notice.tsx';
import { ActionButton } from '../components/action-button.tsx';
import type { Section } from './section.ts';
import { useFocusFallback } from './use-focus-fallback.ts';

interface Props extends Section {
	title: string;
	description: string;
	/** What stands at the end of the header. */
	aside?: ReactNode;
	children: ReactNode;
	/**
	 * Whether all that is typed can be sent; else the first wrong field takes the focus.
	 *
	 * @default true
	 */
	isValid?: boolean;
	/** Names of the fields that say themselves what is wrong with them. */
	fields?: readonly string[];
}

function unsavedText( count: number ): string {
	return sprintf(
		/* translators: %d: number of changes. */
		_n(
			'%d unsaved change',
			'%d unsaved changes',
			count,
			'headless-deploy'
		),
		count
	);
}

function SaveProblem( props: Props ) {
	const { error, conflict, busy, onShowNewer, onSaveMine } = props;
	const { fields = [] } = props;
	if ( conflict !== null ) {
		return (
			<ConflictNotice
				conflict={ conflict }
				busy={ busy }
				onShowNewer={ onShowNewer }
				onSaveMine={ onSaveMine }
			/>
		);
	}
	const named = Object.keys( error?.fields ?? {} );
	const isShownAtField =
		named.length > 0 && named.every( ( name ) => fields.includes( name ) );
	return error === null || isShownAtField ? null : (
		<Notice
			className="headless-deploy-notice"
			status="error"
			isDismissible={ false }
		>
			{ error.message }
		</Notice>
	);
}

function SaveBar( props: Props ) {
	const { unsaved, busy, conflict, onDiscard } = props;
	return (
		<div className="headless-deploy-buttons">
			<Button
				type="submit"
				variant="primary"
				__next40pxDefaultSize
				isBusy={ busy }
				disabled={ busy || conflict !== null || unsaved === 0 }
				accessibleWhenDisabled
			>
				{ __( 'Save changes', 'headless-deploy' ) }
			</Button>
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
				{ unsaved > 0 && unsavedText( unsaved ) }
			</span>
		</div>
	);
}

/**
 * A card that is saved separately: heading, fields, what went wrong, and the button.
 */
export function SectionForm( props: Props ) {
	const { title, description, aside, children, isValid = true } = props;
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
					{ aside }
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
