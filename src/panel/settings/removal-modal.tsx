import { useDispatch } from '@wordpress/data';
import { store as noticesStore } from '@wordpress/notices';
import type { MouseEvent } from 'react';
import { __, sprintf } from '../../ui/i18n.ts';
import type { RestError } from '../../shared/errors.ts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { requestFailure } from '../../live/labels/refusal.ts';
import { LIMITS } from '../../shared/server-facts.ts';
import { useSave } from './use-save.ts';

const NOT_FOUND = 404;

const MINUTE_MS = 60_000;

/** Makes the id of each notice unique. */
let noticeCount = 0;

interface Props {
	label: string;
	/** What the removal means. */
	cost: string;
	remove: () => Promise< void >;
	onRemoved: () => void;
	/** Undoes the removal, and returns what to report; missing if that is not possible. */
	undo?: () => Promise< string >;
	/** Called when what was shown is old. */
	onStale: () => void;
	onCancel: () => void;
}

/** It is not an error if another user has already removed it. */
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

/** Keeps the focus in the list of notices, because the notice with the button disappears. */
function focusNotices( { currentTarget }: MouseEvent< HTMLElement > ) {
	currentTarget
		.closest< HTMLElement >( '.components-snackbar-list' )
		?.focus();
}

/** Reports a removal; the notice offers to undo it for as long as that is possible. */
function useRemovalNotice( { label, undo }: Props ): () => void {
	const { createSuccessNotice, createErrorNotice, removeNotice } =
		useDispatch( noticesStore );
	const runUndo = async () => {
		const wasOffline = ! navigator.onLine;
		try {
			void createSuccessNotice( ( await undo?.() ) ?? '', {
				type: 'snackbar',
			} );
		} catch ( refusal ) {
			void createErrorNotice(
				requestFailure( refusal, undefined, wasOffline ),
				{ type: 'snackbar', explicitDismiss: true }
			);
		}
	};
	return () => {
		const removed = sprintf(
			/* translators: %s: name of an environment or a schedule. */
			__( '“%s” was removed.', 'headless-deploy' ),
			label
		);
		if ( ! undo ) {
			void createSuccessNotice( removed, { type: 'snackbar' } );
			return;
		}
		const id = `headless-deploy-removed-${ ++noticeCount }`;
		void createSuccessNotice( removed, {
			id,
			type: 'snackbar',
			explicitDismiss: true,
			actions: [
				{
					label: __( 'Undo', 'headless-deploy' ),
					onClick: ( event: MouseEvent< HTMLElement > ) => {
						focusNotices( event );
						void runUndo();
					},
				},
			],
		} );
		setTimeout(
			() => void removeNotice( id ),
			LIMITS.restorableMinutes * MINUTE_MS
		);
	};
}

/** Asks before an environment or a schedule is removed, and reports success. */
export function RemovalModal( props: Props ) {
	const { label, onRemoved, onStale, onCancel } = props;
	const { busy, error, save } = useSave();
	const reportRemoval = useRemovalNotice( props );
	const remove = () =>
		save( async () => {
			await ignoreNotFound( props.remove );
			reportRemoval();
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
