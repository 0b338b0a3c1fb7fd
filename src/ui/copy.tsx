import { speak } from '@wordpress/a11y';
import { Button } from '@wordpress/components';
import { useEffect, useRef, useState } from '@wordpress/element';
import { check, copy as copyIcon } from '@wordpress/icons';
import { ActionButton } from './action-button.tsx';
import { __, sprintf } from './i18n.ts';

const RESULT_SHOWN_MS = 2_000;
const LINE_COPIED_MS = 4_000;

/** A state that returns to its first value after a while. */
function useBriefly< Value >(
	first: Value,
	shownMs: number
): [ Value, ( value: Value ) => void ] {
	const [ value, setValue ] = useState( first );
	useEffect( () => {
		const timer = setTimeout( () => setValue( first ), shownMs );
		return () => clearTimeout( timer );
	}, [ value, first, shownMs ] );
	return [ value, setValue ];
}

interface Props {
	/** What is copied, for screen readers: “the address”. */
	subject: string;
	/** The text, or where to read it first. */
	text: string | ( () => Promise< string > );
	/** In tables. @default false */
	isLink?: boolean;
}

export function CopyButton( { subject, text, isLink = false }: Props ) {
	const [ result, setResult ] = useBriefly< 'copied' | 'failed' | '' >(
		'',
		RESULT_SHOWN_MS
	);
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

/** Without HTTPS, browsers offer no clipboard, so the shown text is selected and copied like by hand. */
async function copyText( shown: HTMLElement ): Promise< boolean > {
	try {
		await navigator.clipboard.writeText( shown.textContent ?? '' );
		return true;
	} catch {
		const { ownerDocument } = shown;
		ownerDocument.getSelection()?.selectAllChildren( shown );
		return ownerDocument.execCommand?.( 'copy' ) ?? false;
	}
}

/** A line of code that scrolls sideways, and a button that copies it. */
export function CopyLine( { line }: { line: string } ) {
	const shown = useRef< HTMLPreElement >( null );
	const [ isDone, setDone ] = useBriefly( false, LINE_COPIED_MS );
	const copyLine = async () => {
		if ( shown.current === null ) {
			return;
		}
		const copied = await copyText( shown.current );
		setDone( copied );
		speak(
			copied
				? __( 'Copied.', 'headless-deploy' )
				: __(
						'The line is selected. Press Ctrl+C or Cmd+C to copy it.',
						'headless-deploy'
					),
			'polite'
		);
	};
	return (
		<div className="headless-deploy-copy">
			<pre
				ref={ shown }
				className="headless-deploy-cron"
				dir="ltr"
				// It scrolls sideways, also without a mouse.
				tabIndex={ 0 }
			>
				{ line }
			</pre>
			<Button
				__next40pxDefaultSize
				variant="secondary"
				icon={ isDone ? check : copyIcon }
				onClick={ () => void copyLine() }
			>
				{ isDone
					? __( 'Copied', 'headless-deploy' )
					: __( 'Copy', 'headless-deploy' ) }
			</Button>
		</div>
	);
}
