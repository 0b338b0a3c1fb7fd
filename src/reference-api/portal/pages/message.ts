/**
 * The page for an address that leads nowhere, and for whatever was refused outside a page of its own.
 */
import { html } from '../html.ts';
import type { Page } from '../layout.ts';

/**
 * Makes a page that says what went wrong.
 *
 * @param title In a word or two.
 * @param text  What, why, and the way out.
 */
export function messagePage( title: string, text: string ): Page {
	return {
		title,
		main: html`<h1>${ title }</h1>
			<p class="sentence">${ text }</p>
			<p><a href="/portal">See all apps</a></p>`,
	};
}
