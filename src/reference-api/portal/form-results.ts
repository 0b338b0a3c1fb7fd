/**
 * What a form did to an environment's builds, told on the page that follows it. The address carries a word of this
 * list and a number, never text.
 */
import type { Notice } from './layout.ts';
import { hasEnded } from './pages/build.ts';
import type { EnvironmentView } from './environment-view.ts';
import { countWords } from './labels.ts';

/**
 * Says that a build has begun, as long as that is news: empty when it is over.
 */
function buildWords( view: EnvironmentView, number: number ): string {
	const build = view.builds.find( ( other ) => other.number === number );
	if ( build && hasEnded( build ) ) {
		return '';
	}
	if ( build?.state === 'queued' ) {
		return view.running
			? `Build ${ number } is queued. It starts when build ${ view.running.number } ends.`
			: `Build ${ number } is queued.`;
	}
	return `Build ${ number } has started.`;
}

function cancelledWords( { served }: EnvironmentView, number: number ): string {
	const stays = served ? ` Build ${ served.number } is still live.` : '';
	return `Build ${ number } cancelled.${ stays }`;
}

const RESULTS = {
	cancelled: cancelledWords,
	build: buildWords,
	uploaded: ( view: EnvironmentView, number: number ) => {
		const words = buildWords( view, number );
		return words && `Uploaded. ${ words }`;
	},
	purged: ( _view: EnvironmentView, count: number ) =>
		`Cache purged, ${ countWords( count, 'page' ) } dropped.`,
} as const;

/** The word for a result. */
export type Result = keyof typeof RESULTS;

function isResult( word: unknown ): word is Result {
	return typeof word === 'string' && Object.hasOwn( RESULTS, word );
}

/**
 * Makes the query that tells the next page of a result.
 *
 * @param number Its build or count.
 */
export function resultQuery( result: Result, number = 0 ): string {
	return `?done=${ result }&n=${ number }`;
}

/**
 * Reads a result from a page's address.
 *
 * @param query The query, from outside.
 * @param view  The environment that it is about.
 */
export function readResult(
	query: Record< string, unknown >,
	view: EnvironmentView
): Notice | null {
	const number = Number( query.n );
	const text =
		isResult( query.done ) &&
		Number.isSafeInteger( number ) &&
		RESULTS[ query.done ]( view, number );
	return text ? { tone: 'ok', text } : null;
}
