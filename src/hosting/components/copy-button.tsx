import { useEffect, useState } from '@wordpress/element';
import { speak } from '@wordpress/a11y';
import { __, sprintf } from '../../ui/i18n.ts';
import { ActionButton } from './action-button.tsx';

const SHOWN_MS = 2_000;

interface Props {
	/** What is copied, for screen readers: “the address”. */
	subject: string;
	/** The text, or where to read it first. */
	text: string | ( () => Promise< string > );
	/** In tables. @default false */
	isLink?: boolean;
}

export function CopyButton( { subject, text, isLink = false }: Props ) {
	const [ result, setResult ] = useState< 'copied' | 'failed' | '' >( '' );
	useEffect( () => {
		const timer = setTimeout( () => setResult( '' ), SHOWN_MS );
		return () => clearTimeout( timer );
	}, [ result ] );
	const copy = async () => {
		try {
			await navigator.clipboard.writeText(
				typeof text === 'string' ? text : await text()
			);
			setResult( 'copied' );
			/* translators: %s: what was copied, for example “the address”. */
			speak( sprintf( __( 'Copied %s.', 'headless-deploy' ), subject ) );
		} catch {
			setResult( 'failed' );
			speak(
				sprintf(
					/* translators: %s: what was not copied, for example “the address”. */
					__( 'The browser did not copy %s.', 'headless-deploy' ),
					subject
				),
				'assertive'
			);
		}
	};
	const labels = {
		copied: __( 'Copied', 'headless-deploy' ),
		failed: __( 'Not copied', 'headless-deploy' ),
		'': __( 'Copy', 'headless-deploy' ),
	};
	const label = sprintf(
		/* translators: %s: what is copied, for example “the address”. */
		__( 'Copy %s', 'headless-deploy' ),
		subject
	);
	return (
		<ActionButton
			compact
			variant={ isLink ? 'link' : 'secondary' }
			onClick={ () => void copy() }
			label={ result === '' ? label : labels[ result ] }
		>
			{ labels[ result ] }
		</ActionButton>
	);
}

/** A command, which users run in a terminal. */
export function Command( { hint, text }: { hint: string; text: string } ) {
	return (
		<>
			<p className="hd-hint">{ hint }</p>
			<div className="hd-url">
				<code>{ text }</code>
				<CopyButton
					subject={ __( 'the command', 'headless-deploy' ) }
					text={ text }
				/>
			</div>
		</>
	);
}
