import { ErrorNotice } from '../../ui/notice.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import type { Conflict } from './conflict.ts';
import type { SaveError } from './use-save.ts';

interface Props {
	error: SaveError | null;
	busy: boolean;
	/** Another user's version that prevents saving; null if there is none. */
	conflict: Conflict | null;
	/** The fields that show their own errors. */
	fields?: readonly string[];
	onShowNewer: () => void;
	onSaveMine: () => void;
}

/** Shows above or below a form why it was not saved, unless its fields show it. */
export function SaveProblem( props: Props ) {
	const { error, conflict, fields = [] } = props;
	if ( conflict !== null ) {
		return <ConflictNotice { ...props } conflict={ conflict } />;
	}
	const named = Object.keys( error?.fields ?? {} );
	const isShownAtField =
		named.length > 0 && named.every( ( name ) => fields.includes( name ) );
	return error === null || isShownAtField ? null : (
		<ErrorNotice error={ error.message } />
	);
}
