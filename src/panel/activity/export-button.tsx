import { Button } from '@wordpress/components';
import { download as downloadIcon } from '@wordpress/icons';
import { __ } from '../../ui/i18n.ts';
import { errorText } from '../../live/labels/refusal.ts';
import { download } from '../../ui/download.ts';
import { useTask } from '../../ui/use-task.ts';
import { fetchExport } from './api.ts';
import type { Query } from './query.ts';

interface Props {
	query: Query;
	/** Takes the error of a failed export; empty when a new one starts. */
	onError: ( error: string ) => void;
}

/**
 * Saves the filtered log as a file. A plain link would not do, because an error would be shown as a page of JSON, and the nonce
 * of a page that is open for long would have expired.
 */
export function ExportButton( { query, onError }: Props ) {
	const { busy, run } = useTask( ( refusal ) =>
		onError(
			errorText(
				refusal,
				__( 'The file could not be created.', 'headless-deploy' )
			)
		)
	);
	const exportRuns = async () => {
		onError( '' );
		const today = new Date().toISOString().slice( 0, 10 );
		download(
			await fetchExport( query ),
			`headless-deploy-${ today }.csv`
		);
	};
	return (
		<Button
			className="headless-deploy-log__export"
			size="compact"
			variant="tertiary"
			icon={ downloadIcon }
			isBusy={ busy }
			disabled={ busy }
			accessibleWhenDisabled
			onClick={ () => void run( exportRuns ) }
		>
			{ __( 'Export CSV', 'headless-deploy' ) }
		</Button>
	);
}
