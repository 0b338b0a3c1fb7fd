import { Button } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { download } from '@wordpress/icons';
import { __ } from '../../ui/i18n.ts';
import { errorText } from '../../live/labels/refusal.ts';
import { fetchExport } from './api.ts';
import type { Query } from './query.ts';

interface Props {
	query: Query;
	/** Takes the error of a failed export; empty when a new one starts. */
	onError: ( error: string ) => void;
}

function save( file: Blob ): void {
	const url = URL.createObjectURL( file );
	const link = document.createElement( 'a' );
	link.href = url;
	link.download = `headless-deploy-${ new Date()
		.toISOString()
		.slice( 0, 10 ) }.csv`;
	link.click();
	URL.revokeObjectURL( url );
}

/**
 * Saves the filtered log as a file. A plain link would not do, because an error would be shown as a page of JSON, and the nonce
 * of a page that is open for long would have expired.
 */
export function ExportButton( { query, onError }: Props ) {
	const [ busy, setBusy ] = useState( false );
	const exportRuns = async () => {
		setBusy( true );
		onError( '' );
		try {
			save( await fetchExport( query ) );
		} catch ( refusal ) {
			onError(
				errorText(
					refusal,
					__( 'The file could not be created.', 'headless-deploy' )
				)
			);
		}
		setBusy( false );
	};
	return (
		<Button
			className="headless-deploy-log__export"
			size="compact"
			variant="tertiary"
			icon={ download }
			isBusy={ busy }
			disabled={ busy }
			accessibleWhenDisabled
			onClick={ () => void exportRuns() }
		>
			{ __( 'Export CSV', 'headless-deploy' ) }
		</Button>
	);
}
