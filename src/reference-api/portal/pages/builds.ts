/** All builds of an environment, and the place to upload a zip. */
import type { Html } from '../html.ts';
import { html } from '../html.ts';
import type { Frame, Page } from '../layout.ts';
import { environmentHead, mayChange } from '../layout.ts';
import type { EnvironmentView } from '../environment-view.ts';
import { environmentHref } from '../environment-view.ts';
import { buildsTable } from './builds-table.ts';
import { tabTitle } from './tab-title.ts';
import { uploadForm } from './upload-form.ts';

const BUILDS_PER_PAGE = 50;

function pages( view: EnvironmentView, page: number, count: number ): Html {
	const href = ( to: number ) =>
		environmentHref(
			view.path,
			to === 1 ? '/builds' : `/builds?page=${ to }`
		);
	return html`<nav class="pages" aria-label="Pages of builds">
		${ page > 1 && html`<a href="${ href( page - 1 ) }" rel="prev">Newer builds</a>` }
		<span class="hint">Page ${ page } of ${ count }</span>
		${ page < count && html`<a href="${ href( page + 1 ) }" rel="next">Older builds</a>` }
	</nav>`;
}

/**
 * Makes the Builds page.
 *
 * @param wanted Which page of builds, from outside; 1 has the newest.
 */
export function buildsPage(
	frame: Frame,
	view: EnvironmentView,
	wanted: unknown = 1
): Page {
	const { builds } = view;
	const count = Math.max( 1, Math.ceil( builds.length / BUILDS_PER_PAGE ) );
	const page = Math.min(
		Math.max( Math.trunc( Number( wanted ) ) || 1, 1 ),
		count
	);
	const first = ( page - 1 ) * BUILDS_PER_PAGE;
	const changes = mayChange( frame );
	return {
		...tabTitle( view, 'Builds' ),
		main: html`${ environmentHead( frame, view, 'Builds' ) }
			${ changes && uploadForm( view, frame.maxUploadBytes ) }
			<div class="section-head">
				<h2>Builds</h2>
				<span class="hint">Newest first</span>
				${ changes && builds.length > 0 && html`<a class="button small" href="${ environmentHref( view.path, '/clean-rebuild' ) }" data-dialog>Clean rebuild</a>` }
			</div>
			<div id="builds" data-live>
				${ builds.length === 0 ? html`<p class="muted">No builds yet. The first zip makes the first one.</p>` : buildsTable( view, builds.slice( first, first + BUILDS_PER_PAGE ), frame.now ) }
				${ count > 1 && pages( view, page, count ) }
			</div>`,
	};
}
