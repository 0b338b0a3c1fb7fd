import { useState } from '@wordpress/element';
import { errorMessage } from '../../shared/errors.ts';
import { __, sprintf } from '../i18n.ts';
import { updateGeneral } from '../automation/api.ts';
import { ActionButton } from '../components/action-button.tsx';
import { newestGeneral } from '../settings/newest-version.ts';

async function ignore( key: string ): Promise< void > {
	const { etag, ignoredMeta } = await newestGeneral();
	if ( ! ignoredMeta.includes( key ) ) {
		await updateGeneral( etag, { ignoredMeta: [ ...ignoredMeta, key ] } );
	}
}

/** A button that adds a meta key to the ignored ones of Automation. */
export function IgnoreKey( { metaKey }: { metaKey: string } ) {
	const [ busy, setBusy ] = useState( false );
	const [ result, setResult ] = useState( '' );
	const [ isDone, setDone ] = useState( false );
	const ignoreKey = async () => {
		setBusy( true );
		try {
			await ignore( metaKey );
			setDone( true );
			setResult(
				__(
					'Changes to this meta key are now ignored. To undo this, open Automation.',
					'headless-deploy'
				)
			);
		} catch ( error ) {
			setResult(
				errorMessage(
					error,
					__(
						'The meta key was not saved. Try again.',
						'headless-deploy'
					)
				)
			);
		}
		setBusy( false );
	};
	return (
		<span className="headless-deploy-secondary">
			{ ! isDone && (
				<ActionButton
					variant="link"
					busy={ busy }
					onClick={ () => void ignoreKey() }
				>
					{ sprintf(
						/* translators: %s: a meta key, for example _stats_cache. */
						__( 'Ignore changes of “%s”', 'headless-deploy' ),
						metaKey
					) }
				</ActionButton>
			) }{ ' ' }
			<span role="status">{ result }</span>
		</span>
	);
}
