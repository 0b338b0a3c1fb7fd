import { useDispatch, useSelect } from '@wordpress/data';
import { useEffect, useRef, useState } from '@wordpress/element';
import type { StatusStore } from '../live/status-store.ts';
import { type ScheduledRecord, watchScheduled } from './scheduled-post.ts';
import { coreStore, editorStore } from './wp-editor.ts';

/** The stored post if it is scheduled; fields are null if not. */
function useStoredSchedule() {
	return useSelect( ( select ) => {
		const editor = select( editorStore );
		const type = editor.getCurrentPostType() ?? '';
		const baseUrl = select( coreStore ).getEntityConfig(
			'postType',
			type
		)?.baseURL;
		const dateGmt = editor.getCurrentPostAttribute( 'date_gmt' );
		const isScheduled =
			editor.getCurrentPostAttribute( 'status' ) === 'future';
		return {
			type,
			path:
				isScheduled && baseUrl !== undefined
					? `${ baseUrl }/${ String( editor.getCurrentPostId() ) }?context=edit`
					: null,
			dateGmt: typeof dateGmt === 'string' ? dateGmt : '',
		};
	}, [] );
}

/**
 * Follows a scheduled post while its editor is open: at its time WordPress publishes it, and the editor still shows it as
 * scheduled. The post as it is then replaces the stored one in the editor; unsaved edits stay.
 *
 * @param onPublished Called before, with the server's time until which the post was not published.
 * @return Whether WordPress should have published it by now.
 */
export function useScheduledPost(
	store: StatusStore,
	onPublished: ( unseenMs: number ) => Promise< void >
): boolean {
	const { type, path, dateGmt } = useStoredSchedule();
	const { receiveEntityRecords } = useDispatch( coreStore );
	const [ latePath, setLatePath ] = useState< string | null >( null );
	const current = useRef( onPublished );
	current.current = onPublished;
	useEffect( () => {
		setLatePath( null );
		if ( path === null ) {
			return undefined;
		}
		const update = async ( record: ScheduledRecord, unseenMs: number ) => {
			if ( record.status === 'publish' ) {
				await current.current( unseenMs );
			}
			void receiveEntityRecords( 'postType', type, record );
		};
		return watchScheduled( { path, dateGmt }, store.time, {
			onChange: ( record, unseenMs ) => void update( record, unseenMs ),
			onLate: () => setLatePath( path ),
		} );
	}, [ store, type, path, dateGmt, receiveEntityRecords ] );
	return path !== null && latePath === path;
}
