/**
 * The form that takes a zip. With the script a zip may be dropped anywhere on an environment's pages.
 */
import type { Html } from '../html.ts';
import { html } from '../html.ts';
import { icon } from '../icons.ts';
import { limitWords } from '../sizes.ts';
import type { EnvironmentView } from '../environment-view.ts';
import { environmentHref } from '../environment-view.ts';

/** Renders the form. */
export function uploadForm( view: EnvironmentView, maxBytes: number ): Html {
	const limit = limitWords( maxBytes );
	return html`<form
		class="drop"
		id="upload"
		method="post"
		enctype="multipart/form-data"
		action="${ environmentHref( view.path, '/upload' ) }"
		data-upload
		data-target="${ view.path.appId }, ${ view.environment.displayName }"
		data-max-bytes="${ maxBytes }"
		data-limit="${ limit }"
	>
		<span class="drop-icon">${ icon( 'upload' ) }${ icon( 'file' ) }</span>
		<div class="drop-text">
			<label for="zip"
				><strong class="needs-script"
					>Drop a zip here to deploy it, or
					<span class="link-words">choose a file</span></strong
				><strong class="needs-no-script"
					>Choose a zip to deploy</strong
				></label
			>
			<p class="hint" id="zip-hint">
				Up to ${ limit }, with a package.json. The current release stays
				live until the new one answers.
			</p>
		</div>
		<div class="drop-progress" data-progress hidden>
			<p>
				<strong data-progress-name></strong>
				<span class="hint" data-progress-words></span>
			</p>
			<progress max="1" value="0" aria-label="Upload"></progress>
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

/**
 * Renders the form for a page that does not show it: it appears when a zip is dropped, or the button is pressed.
 */
export function hiddenUploadForm(
	view: EnvironmentView,
	maxBytes: number
): Html {
	return html`<div class="needs-script" data-upload-place hidden>
		${ uploadForm( view, maxBytes ) }
	</div>`;
}
