import { useSelect } from '@wordpress/data';
import { useEffect, useRef } from '@wordpress/element';
import { sourceOf } from './source-of.ts';
import type { SaveKind } from './use-saved.ts';
import { editorStore } from './wp-editor.ts';

/** A post of one of these may be on the front end, or leaves it with this save. */
const PUBLIC_STATUSES: readonly unknown[] = [ 'publish', 'private' ];

/** What happens to a post that the front end may show. */
export interface SaveListener {
	onBegin: ( kind: SaveKind ) => void;
	onEnd: ( succeeded: boolean ) => void;
}

function kindOf( before: unknown, after: unknown ): SaveKind | null {
	if ( PUBLIC_STATUSES.includes( before ) ) {
		const leaves = before === 'publish' && after !== 'publish';
		return leaves ? 'remove' : 'update';
	}
	return PUBLIC_STATUSES.includes( after ) ? 'publish' : null;
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
	const { saving, succeeded, kind } = useSelect(
		( select ) => {
			const editor = select( editorStore );
			const type = editor.getCurrentPostType() ?? '';
			return {
				saving: editor.isSavingPost() && ! editor.isAutosavingPost(),
				succeeded: editor.didPostSaveRequestSucceed(),
				kind:
					sourceOf( type, postTypes ) === null
						? null
						: kindOf(
								editor.getCurrentPostAttribute( 'status' ),
								editor.getEditedPostAttribute( 'status' )
							),
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
		// What a save is about is judged once, when it begins.
		// eslint-disable-next-line react-hooks/exhaustive-deps
	}, [ saving ] );
}
