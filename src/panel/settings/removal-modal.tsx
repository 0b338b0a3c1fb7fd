import { useDispatch } from '@wordpress/data';
import { store as noticesStore } from '@wordpress/notices';
import { __, sprintf } from '../i18n.ts';
import type { RestError } from '../../shared/errors.ts';
import { ConfirmModal } from '../components/confirm-modal.tsx';
import { ErrorNotice } from '../components/panel-notice.tsx';
import { useSave } from './use-save.ts';

const NOT_FOUND = 404;

interface Props {
	label: string;
	/** What the removal means. */
	cost: string;
	remove: () => Promise< void >;
	onRemoved: () => void;
	/** Called when what was shown is old. */
	onStale: () => void;
	onCancel: () => void;
}

/** It is no error if another user has removed it already. */
async function ignoreNotFound(
	remove: () => Promise< void >
): Promise< void > {
	try {
		await remove();
	} catch ( refusal ) {
		const { data } = ( refusal ?? {} ) as Partial< RestError >;
		if ( data?.status !== NOT_FOUND ) {
			throw refusal;
		}
	}
}

/** Asks before an environment or a schedule is removed, and reports success. */
export function RemovalModal( props: Props ) {
	const { label, onRemoved, onStale, onCancel } = props;
	const { busy, error, save } = useSave();
	const { createSuccessNotice } = useDispatch( noticesStore );
	const remove = () =>
		save( async () => {
			await ignoreNotFound( props.remove );
			void createSuccessNotice(
				/* translators: %s: name of an environment or a schedule. */
				sprintf( __( '“%s” was removed.', 'headless-deploy' ), label ),
				{ type: 'snackbar' }
			);
			onRemoved();
		} );
	return (
		<ConfirmModal
			/* translators: %s: name of an environment or a schedule. */
			title={ sprintf( __( 'Remove “%s”?', 'headless-deploy' ), label ) }
			verb={ __( 'Remove', 'headless-deploy' ) }
			isDestructive
			busy={ busy }
			onConfirm={ () => void remove() }
			onCancel={ () => {
				if ( error !== null ) {
					onStale();
				}
				onCancel();
			} }
		>
			<p>{ props.cost }</p>
			{ error && <ErrorNotice error={ error.message } /> }
		</ConfirmModal>
	);
}
