/**
 * What the browser's tab says of an environment: its state first, for tabs are narrow.
 */
import type { Page } from '../layout.ts';
import { environmentState } from '../layout.ts';
import type { EnvironmentView } from '../environment-view.ts';
import { stateWord } from '../labels.ts';

/**
 * Makes the title, the icon, and whether something runs.
 *
 * @param tab What of it the page shows.
 */
export function tabTitle(
	view: EnvironmentView,
	tab: string
): Pick< Page, 'title' | 'state' | 'since' | 'running' > {
	const place = `${ tab } · ${ view.environment.displayName }`;
	const { running, queued } = view;
	const current = running ?? queued;
	if ( current !== null ) {
		const since = running?.startTime ?? null;
		const word = stateWord( current.state );
		return {
			title: since
				? `${ word }, {} · ${ place }`
				: `${ word } · ${ place }`,
			since,
			state: 'run',
			running: true,
		};
	}
	const { word, tone } = environmentState( view );
	return tone === 'bad'
		? { title: `${ word } · ${ place }`, state: 'bad', running: true }
		: { title: place, running: tone === 'run' };
}
