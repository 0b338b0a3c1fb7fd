import { useSelect } from '@wordpress/data';
import { useEffect, useRef } from '@wordpress/element';
import { editorStore } from './wp-editor.ts';

/** A post of one of these may be on the front end, or leaves it with this save. */
const PUBLIC_STATUSES: readonly unknown[] = [ 'publish', 'private' ];

/** What happens to a post that the front end may show. */
export interface SaveListener {
	onBegin: () => void;
	onEnd: ( succeeded: boolean ) => void;
}

/**
 * Tells when somebody saves a post that is public before or after: no autosave, no draft.
 *
 * @param postTypes The post types that are watched.
 * @param listener  Told of it.
 */
export function useSaves(
	postTypes: readonly string[],
	listener: SaveListener
): void {
	const { saving, succeeded, concerns } = useSelect(
		( select ) => {
			const editor = select( editorStore );
			return {
				saving: editor.isSavingPost() && ! editor.isAutosavingPost(),
				succeeded: editor.didPostSaveRequestSucceed(),
				concerns:
					postTypes.includes( editor.getCurrentPostType() ?? '' ) &&
					( PUBLIC_STATUSES.includes(
						editor.getCurrentPostAttribute( 'status' )
					) ||
						PUBLIC_STATUSES.includes(
							editor.getEditedPostAttribute( 'status' )
						) ),
			};
		},
		[ postTypes ]
	);
	const begun = useRef( false );
	const current = useRef( listener );
	current.current = listener;
	useEffect( () => {
		if ( saving && concerns ) {
			begun.current = true;
			current.current.onBegin();
		} else if ( ! saving && begun.current ) {
			begun.current = false;
			current.current.onEnd( succeeded );
		}
		// What a save is about is judged once, when it begins.
		// eslint-disable-next-line react-hooks/exhaustive-deps
	}, [ saving ] );
}
