/** The root directory of an environment, on its Settings page. */
import { MAX_ROOT_DIRECTORY } from '../../lib/names.ts';
import type { FormState } from '../forms.ts';
import { isFormRefused, refusal } from '../forms.ts';
import type { Html } from '../html.ts';
import { html } from '../html.ts';
import type { Frame } from '../layout.ts';
import { mayChange } from '../layout.ts';
import type { EnvironmentView } from '../environment-view.ts';
import { environmentHref } from '../environment-view.ts';

function rootDirectoryForm( view: EnvironmentView, state: FormState ): Html {
	const { rootDirectory } = view.environment;
	const refused = isFormRefused( state, 'rootDirectory' );
	return html`<form
			class="choose"
			method="post"
			action="${ environmentHref( view.path, '/settings/root-directory' ) }"
		>
			<input
				name="rootDirectory"
				value="${ state.values.rootDirectory ?? rootDirectory }"
				placeholder="apps/web"
				maxlength="${ MAX_ROOT_DIRECTORY }"
				spellcheck="false"
				autocomplete="off"
				aria-labelledby="root-directory-title"
				${ refused && html` aria-invalid="true" aria-describedby="rootDirectory-refusal" autofocus` }
			/>
			<button>Save root directory</button>
		</form>
		${ refused && refusal( 'rootDirectory', state ) }
		<p class="hint">It counts from the next build.</p>`;
}

/**
 * Makes the part of the page.
 *
 * @param state What was entered in a form of the page, if it was refused.
 */
export function rootDirectoryBox(
	frame: Frame,
	view: EnvironmentView,
	state: FormState
): Html {
	const { rootDirectory } = view.environment;
	return html`<section class="box inset">
		<h2 id="root-directory-title">Root directory</h2>
		<p class="muted narrow">
			The folder of the uploaded code that is built and started, for a
			repository with several projects. Leave it empty for the top folder.
		</p>
		${
			mayChange( frame )
				? rootDirectoryForm( view, state )
				: html`<p>${ rootDirectory || 'The top folder' }</p>`
		}
	</section>`;
}
