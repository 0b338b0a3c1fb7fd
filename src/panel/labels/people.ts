import { __, _n, sprintf } from '../i18n.ts';
import type { Run, Reason } from '../../shared/wire.ts';
import { actionLabel } from './action.ts';

const NAMES_SHOWN = 2;

/**
 * The names of those who made the changes, newest first, each once; empty where WordPress alone made them.
 * `Change_Summary` does the same in PHP.
 */
function namesOf( reasons: readonly Reason[] ): string[] {
	// A schedule asks for a run and changes nothing.
	const users = reasons
		.filter( ( { event } ) => event !== 'scheduled' )
		.map( ( { user } ) => user );
	if ( users.every( ( { name } ) => name === '' ) ) {
		return [];
	}
	const names = users.map( ( { id, name } ) =>
		id === 0 ? __( 'WordPress', 'headless-deploy' ) : name
	);
	return [ ...new Set( names.filter( ( name ) => name !== '' ) ) ];
}

function namesInWords( names: readonly string[] ): string {
	const [ first = '', second = '' ] = names;
	if ( names.length <= 1 ) {
		return first;
	}
	return names.length === NAMES_SHOWN
		? sprintf(
				/* translators: 1 and 2: names of people. */
				__( '%1$s and %2$s', 'headless-deploy' ),
				first,
				second
			)
		: sprintf(
				/* translators: 1 and 2: names of people, 3: how many more people. */
				__( '%1$s, %2$s and %3$d more', 'headless-deploy' ),
				first,
				second,
				names.length - NAMES_SHOWN
			);
}

/** Counts changes in words. */
export function changesInWords( count: number ): string {
	return sprintf(
		/* translators: %d: number of changes. */
		_n( '%d change', '%d changes', count, 'headless-deploy' ),
		count
	);
}

/**
 * Names those who made changes: “Maria Lindqvist and Jonas Weber”, empty when nobody is known.
 *
 * @param reasons The changes, newest first.
 */
export function authorsInWords( reasons: readonly Reason[] ): string {
	return namesInWords( namesOf( reasons ) );
}

/**
 * Says how many changes there are and who made them: “3 changes by Maria Lindqvist and Jonas Weber”.
 *
 * @param reasons The newest of them.
 */
export function changesBy( count: number, reasons: readonly Reason[] ): string {
	const names = namesOf( reasons );
	return names.length === 0
		? changesInWords( count )
		: sprintf(
				/* translators: 1: for example “3 changes”, 2: names of people. */
				__( '%1$s by %2$s', 'headless-deploy' ),
				changesInWords( count ),
				namesInWords( names )
			);
}

/**
 * Names the newest change of a run, how many more there are, and who made them: “Summer collection + 2 by Jonas Weber”.
 */
export function whatChanged( {
	changes,
	reasons,
}: Pick< Run, 'changes' | 'reasons' > ): string {
	const [ newest ] = reasons;
	const title = newest?.title || newest?.text;
	if ( ! title ) {
		return changesBy( changes, reasons );
	}
	const what =
		changes < 2
			? title
			: sprintf(
					/* translators: 1: title of a post, 2: number of further changes. */
					__( '%1$s + %2$d', 'headless-deploy' ),
					title,
					changes - 1
				);
	const names = authorsInWords( reasons );
	return names === ''
		? what
		: /* translators: 1: for example “Summer collection + 2”, 2: names of people. */
			sprintf( __( '%1$s by %2$s', 'headless-deploy' ), what, names );
}

/**
 * Says why a run was sent and by whom, without a full stop: “Automatic, 4 changes by Jonas Weber”.
 */
export function causeInWords( run: Run ): string {
	const { name } = run.user;
	if ( run.status === 'canceled' && name !== '' ) {
		/* translators: %s: name of a person. */
		return sprintf( __( 'By %s', 'headless-deploy' ), name );
	}
	switch ( run.cause ) {
		case 'automatic':
			return run.changes === 0
				? __( 'Automatic', 'headless-deploy' )
				: sprintf(
						/* translators: %s: for example “4 changes by Jonas Weber”. */
						__( 'Automatic, %s', 'headless-deploy' ),
						changesBy( run.changes, run.reasons )
					);
		case 'schedule':
			return (
				run.reasons.find( ( { event } ) => event === 'scheduled' )
					?.text ?? __( 'By schedule', 'headless-deploy' )
			);
		case 'cli':
			return __( 'From the command line', 'headless-deploy' );
		case 'ability':
			return __( 'By an assistant', 'headless-deploy' );
		case 'manual':
			return name === ''
				? __( 'Pressed', 'headless-deploy' )
				: /* translators: %s: name of a person. */
					sprintf( __( 'Pressed by %s', 'headless-deploy' ), name );
	}
}

/**
 * Says what was done and by whom: “Clean Rebuild, pressed by Maria Lindqvist”.
 */
export function actionAndCause( run: Run ): string {
	return sprintf(
		/* translators: 1: an action, for example “Rebuild”, 2: why, for example “Automatic, 4 changes by Jonas Weber”. */
		__( '%1$s · %2$s', 'headless-deploy' ),
		actionLabel( run.action ),
		causeInWords( run )
	);
}

/**
 * Says what happened to a piece of content, whose title is shown beside it; empty where the whole sentence says more,
 * as of menus and settings, or where there is no title to show.
 */
export function eventInWords( reason: Reason ): string {
	const events: Record< string, string > = {
		published: __( 'Published', 'headless-deploy' ),
		updated: __( 'Updated', 'headless-deploy' ),
		unpublished: __( 'Unpublished', 'headless-deploy' ),
		trashed: __( 'Moved to the Trash', 'headless-deploy' ),
		deleted: __( 'Deleted', 'headless-deploy' ),
	};
	return reason.title === '' ? '' : ( events[ reason.event ] ?? '' );
}
