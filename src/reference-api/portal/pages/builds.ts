/**
 * All builds of an environment, and the place to upload a zip.
 */
import { html } from '../html.ts';
import type { Frame, Page } from '../layout.ts';
import { environmentHead } from '../layout.ts';
import type { EnvironmentView } from '../view.ts';
import { environmentHref } from '../view.ts';
import { buildsTable, uploadForm } from './builds-table.ts';

/**
 * Makes the Builds page.
 *
 * @param frame The request's frame.
 * @param view  The environment.
 */
export function buildsPage( frame: Frame, view: EnvironmentView ): Page {
	const { builds } = view;
	return {
		title: `Builds of ${ view.environment.displayName }`,
		running: ( view.running ?? view.queued ) !== null,
		main: html`${ environmentHead( frame, view, 'Builds' ) }
			${ uploadForm( view ) }
			<div class="section-head">
				<h2>Builds</h2>
				<span class="hint">Newest first</span>
				${ builds.length > 0 && html`<a class="button small" href="${ environmentHref( view.path, '/clean-rebuild' ) }" data-dialog>Clean rebuild</a>` }
			</div>
			<div id="builds" data-live>
				${ builds.length === 0 ? html`<p class="muted">No builds yet. The first zip makes the first one.</p>` : buildsTable( view, builds, frame.now ) }
			</div>`,
	};
}
