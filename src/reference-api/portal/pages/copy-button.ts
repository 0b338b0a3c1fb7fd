/** The small button that copies an ID beside it. */
import type { Html } from '../html.ts';
import { html } from '../html.ts';

/**
 * Renders a button that copies something; without the script it is not there.
 *
 * @param name What it is, for the spoken result, for example "the UUID of acme".
 */
export function copyButton( text: string, name: string ): Html {
	return html`<button
		type="button"
		class="link needs-script"
		data-copy="${ text }"
		data-copy-name="${ name }"
		aria-label="Copy ${ name }"
	>
		Copy
	</button>`;
}
