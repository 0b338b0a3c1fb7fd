/**
 * Small forms and questions that stand alone: with the script they open as dialogs, without it as pages.
 */
import type { HtmlValue } from '../html.ts';
import { html } from '../html.ts';
import type { Page } from '../layout.ts';
import { breadcrumb } from '../layout.ts';
import type { EnvironmentView } from '../environment-view.ts';
import { accountHref, environmentHref } from '../environment-view.ts';

/** What is asked, and where the answers lead. */
export interface QuestionForm {
	title: string;
	/** Fields, or what is said. */
	fields: HtmlValue;
	/** Address of the form. */
	action: string;
	/** The verb, the same as on the button that led here. */
	yes: string;
	/** The safe choice. */
	no: string;
	/** Where the safe choice leads. */
	back: string;
	/** Names with their addresses, the way back up. */
	crumbs: { name: string; href: string }[];
	danger?: boolean;
	/** Which item of the main navigation is current; `Apps` if it is left out. */
	nav?: null;
}

/** Makes a page of one form. */
export function questionPage( form: QuestionForm ): Page {
	const { title, fields, action, yes, no, back, crumbs, danger, nav } = form;
	return {
		title,
		...( nav === null ? { nav } : {} ),
		still: true,
		main: html`${ breadcrumb( crumbs ) }
			<section
				class="box confirm"
				data-confirm
				aria-labelledby="question"
			>
				<h1 id="question">${ title }</h1>
				<form method="post" action="${ action }">
					${ fields }
					<div class="buttons">
						<a class="button" href="${ back }" data-dialog-close
							>${ no }</a
						>
						<button class="primary${ danger && ' danger' }">
							${ yes }
						</button>
					</div>
				</form>
			</section>`,
	};
}

/**
 * Makes a page of one form about an environment.
 *
 * @param form The form, with addresses below the environment.
 */
export function environmentQuestion(
	view: EnvironmentView,
	form: Omit< QuestionForm, 'crumbs' >
): Page {
	const { accountName, appId } = view.path;
	const account = accountHref( accountName );
	return questionPage( {
		...form,
		action: environmentHref( view.path, form.action ),
		back: environmentHref( view.path, form.back ),
		crumbs: [
			{ name: accountName, href: account },
			{ name: appId, href: `${ account }#${ appId }` },
			{
				name: view.environment.displayName,
				href: environmentHref( view.path ),
			},
		],
	} );
}
