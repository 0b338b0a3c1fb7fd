import { useSelect } from '@wordpress/data';
import { useEffect, useRef } from '@wordpress/element';
import { editorStore } from './wp-editor.ts';

/** What a save did, as the front end sees it. */
export type SaveKind = 'publish' | 'update' | 'remove';

/** What happens to a post that the front end may show. */
export interface SaveListener {
	onBegin: ( kind: SaveKind ) => void;
	onEnd: ( succeeded: boolean ) => void;
}

function kindOf( before: unknown, after: unknown ): SaveKind | null {
	const comes = after === 'publish';
	if ( before === 'publish' ) {
		return comes ? 'update' : 'remove';
	}
	return comes ? 'publish' : null;
}

/**
 * Tells when a user saves a post that is public before or after: no autosave, no draft. What is no content is told by
 * watch-saves.ts.
 *
 * @param postTypes The post types that are watched.
 */
export function useSaves(
	postTypes: readonly string[],
	listener: SaveListener
): void {
	const { saving, succeeded, kind } = useSelect(
		( select ) => {
			const editor = select( editorStore );
			const type = editor.getCurrentPostType() ?? '';
			return {
				saving: editor.isSavingPost() && ! editor.isAutosavingPost(),
				succeeded: editor.didPostSaveRequestSucceed(),
				kind: postTypes.includes( type )
					? kindOf(
							editor.getCurrentPostAttribute( 'status' ),
							editor.getEditedPostAttribute( 'status' )
						)
					: null,
			};
		},
		[ postTypes ]
	);
	const begun = useRef( false );
	const current = useRef( listener );
	current.current = listener;
	useEffect( () => {
		if ( saving && kind !== null ) {
			begun.current = true;
			current.current.onBegin( kind );
		} else if ( ! saving && begun.current ) {
			begun.current = false;
			current.current.onEnd( succeeded );
		}
		// eslint-disable-next-line react-hooks/exhaustive-deps -- What a save is about is judged once, when it begins.
	}, [ saving ] );
}
