import { SnackbarList } from '@wordpress/components';
import type { ComponentProps } from 'react';
import { useDispatch, useSelect } from '@wordpress/data';
import { store as noticesStore } from '@wordpress/notices';

/** Shows the snackbars of `core/notices`; the block editor has its own list. */
export function Snackbars() {
	const notices = useSelect(
		( select ) => select( noticesStore ).getNotices(),
		[]
	);
	const { removeNotice } = useDispatch( noticesStore );
	// The type of the store has fewer properties than the list requires.
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
