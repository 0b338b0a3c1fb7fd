import { Notice } from '@wordpress/components';
import { useLayoutEffect, useRef, useState } from '@wordpress/element';
import { PlatformError } from '../../platform-client/platform-error.ts';

/** Shows why a change failed, unless a field of the form around it does. Spoken by Notice. */
export function ErrorNotice( { error }: { error: Error | null } ) {
	const place = useRef< HTMLDivElement >( null );
	const [ shown, setShown ] = useState< Error | null >( null );
	useLayoutEffect( () => {
		const name = error instanceof PlatformError ? error.field : '';
		const form = place.current?.closest( 'form' );
		const hasField = name !== '' && form?.elements.namedItem( name );
		setShown( hasField ? null : error );
	}, [ error ] );
	return (
		<div ref={ place }>
			{ shown && (
				<Notice status="error" isDismissible={ false }>
					{ shown.message }
				</Notice>
			) }
		</div>
	);
}
