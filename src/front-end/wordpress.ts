import { followChanges } from './changes.ts';
import type { Changes, ChangesOptions } from './changes.ts';
import type { LifetimeOptions } from './lifetime.ts';
import { makePage } from './page.ts';
import type { Page } from './page.ts';
import { refreshHandler } from './refresh-handler.ts';

export interface WordPressOptions extends ChangesOptions, LifetimeOptions {}

/** The WordPress of a front end. Make one for the whole front end. */
export interface WordPress extends Pick< Changes, 'catchUp' > {
	/** Answers the refresh requests of WordPress. */
	refresh: ( request: Request ) => Promise< Response >;
	/** Starts a page. Make one for each response, because it collects what that response depends on. */
	page: () => Page;
}

export function createWordPress( options: WordPressOptions ): WordPress {
	const changes = followChanges( options );
	return {
		refresh: refreshHandler( { ...options, onChange: changes.apply } ),
		catchUp: changes.catchUp,
		page: () => makePage( options, changes ),
	};
}
