import { speak } from '@wordpress/a11y';
import { Button } from '@wordpress/components';
import { useEffect, useRef, useState } from '@wordpress/element';
import { check, copy } from '@wordpress/icons';
import { __ } from '../../ui/i18n.ts';

const DONE_FOR_MS = 4_000;

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
	const [ isDone, setDone ] = useState( false );
	useEffect( () => {
		if ( ! isDone ) {
			return;
		}
		const timer = setTimeout( () => setDone( false ), DONE_FOR_MS );
		return () => clearTimeout( timer );
	}, [ isDone ] );
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
				icon={ isDone ? check : copy }
				onClick={ () => void copyLine() }
			>
				{ isDone
					? __( 'Copied', 'headless-deploy' )
					: __( 'Copy', 'headless-deploy' ) }
			</Button>
		</div>
	);
}
