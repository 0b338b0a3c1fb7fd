/**
 * The table of builds and the field that takes a zip: parts of two pages.
 */
import type { Build } from '../../model.ts';
import type { Html } from '../html.ts';
import { html } from '../html.ts';
import { icon } from '../icons.ts';
import type { EnvironmentView } from '../view.ts';
import { environmentHref } from '../view.ts';
import {
	duration,
	startedByWords,
	stateLabel,
	time,
	tookMilliseconds,
} from '../words.ts';

function tookWords( build: Build, now: Date ): string {
	const took = tookMilliseconds( build, now );
	if ( took === null ) {
		return '';
	}
	return build.finishTime === null
		? `${ duration( took ) } so far`
		: duration( took );
}

function row( view: EnvironmentView, build: Build, now: Date ): Html {
	const reason =
		build.state === 'failed' && build.error !== ''
			? `. ${ build.error }`
			: '';
	return html`<tr>
		<th scope="row">
			<a
				href="${ environmentHref( view.path, `/builds/${ build.number }` ) }"
				>Build ${ build.number }</a
			>
		</th>
		<td class="state-cell">${ stateLabel( build.state ) }</td>
		<td class="by">${ startedByWords( build ) }${ reason }</td>
		<td class="took">${ tookWords( build, now ) }</td>
		<td class="when">${ time( build.createTime, now ) }</td>
	</tr>`;
}

/**
 * Renders builds as a table.
 *
 * @param view   The environment.
 * @param builds The builds to show.
 * @param now    The present.
 */
export function buildsTable(
	view: EnvironmentView,
	builds: Build[],
	now: Date
): Html {
	return html`<div class="box">
		<table class="builds">
			<thead>
				<tr>
					<th scope="col">Build</th>
					<th scope="col">State</th>
					<th scope="col">Started by</th>
					<th scope="col" class="took">Took</th>
					<th scope="col" class="when">When</th>
				</tr>
			</thead>
			<tbody>
				${ builds.map( ( build ) => row( view, build, now ) ) }
			</tbody>
		</table>
	</div>`;
}

/**
 * Renders the form that takes a zip.
 *
 * @param view The environment.
 */
export function uploadForm( view: EnvironmentView ): Html {
	return html`<form
		class="drop"
		id="upload"
		method="post"
		enctype="multipart/form-data"
		action="${ environmentHref( view.path, '/upload' ) }"
		data-upload
		data-target="${ view.path.appId }, ${ view.environment.displayName }"
	>
		<span class="drop-icon">${ icon( 'upload' ) }</span>
		<div class="drop-text">
			<label for="zip"
				><strong class="needs-script"
					>Drop a zip here to deploy it, or choose a file</strong
				><strong class="needs-no-script"
					>Choose a zip to deploy</strong
				></label
			>
			<p class="hint" id="zip-hint">
				Up to 100 MiB, with a package.json. The current release stays
				live until the new one answers.
			</p>
			<p class="progress" data-progress hidden>
				<progress max="1" value="0" aria-label="Upload"></progress>
				<span class="hint" data-progress-words></span>
			</p>
		</div>
		<input
			type="file"
			id="zip"
			name="repository"
			accept=".zip,application/zip"
			required
			aria-describedby="zip-hint"
		/>
		<button data-upload-submit>Upload zip</button>
		<button type="button" data-upload-cancel hidden>Cancel upload</button>
	</form>`;
}
