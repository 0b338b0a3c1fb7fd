import { SnackbarList } from '@wordpress/components';
import type { ComponentProps } from 'react';
import { useDispatch, useSelect } from '@wordpress/data';
import { store as noticesStore } from '@wordpress/notices';

/** Shows what `core/notices` holds of the kind snackbar; the block editor does that itself. */
export function Snackbars() {
	const notices = useSelect(
		( select ) => select( noticesStore ).getNotices(),
		[]
	);
	const { removeNotice } = useDispatch( noticesStore );
	// The store's own type says less about a notice than the list asks for.
	const snackbars = notices.filter(
		( { type } ) => type === 'snackbar'
	) as unknown as ComponentProps< typeof SnackbarList >[ 'notices' ];
	return (
		<SnackbarList
			className="headless-deploy-snackbars"
			notices={ snackbars }
			onRemove={ ( id ) => removeNotice( id ) }
		/>
	);
}
