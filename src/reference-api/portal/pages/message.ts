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
 * @param links What there is instead.
 */
export function messagePage(
	title: string,
	text: string,
	links: { name: string; href: string }[] = []
): Page {
	const all =
		links.length > 0
			? links
			: [ { name: 'See all apps', href: '/portal' } ];
	return {
		title,
		still: true,
		main: html`<h1>${ title }</h1>
			<p class="sentence">${ text }</p>
			<ul class="links">
				${ all.map( ( { name, href } ) => html`<li><a href="${ href }">${ name }</a></li>` ) }
			</ul>`,
	};
}
