/** The platform's accounts. */
import type { Account } from '../../model/hosting.ts';
import type { FormState } from '../forms.ts';
import { formField, lookOnly } from '../forms.ts';
import type { Html } from '../html.ts';
import { html } from '../html.ts';
import type { Frame, Page } from '../layout.ts';
import { noticeBox } from '../layout.ts';
import { accountHref } from '../environment-view.ts';
import { copyButton } from './copy-button.ts';

function row( { name, id }: Account ): Html {
	return html`<tr>
		<th scope="row"><a href="${ accountHref( name ) }">${ name }</a></th>
		<td class="uuid">
			<code>${ id }</code> ${ copyButton( id, `the UUID of ${ name }` ) }
		</td>
	</tr>`;
}

function createBox( state: FormState ): Html {
	return html`<form
		class="box inset form"
		method="post"
		action="/portal/accounts"
	>
		<h2>Create an account</h2>
		${ formField( {
			name: 'name',
			label: 'Name',
			hint: 'Letters, digits, hyphens and underscores. It stands in the addresses of the API and cannot be changed.',
			state,
			isRefused: true,
			isCode: true,
			required: true,
			maxLength: 63,
		} ) }
		<button class="primary">Create an account</button>
	</form>`;
}

/**
 * Makes the Accounts page.
 *
 * @param state The form that creates one.
 */
export function accountsPage( frame: Frame, state: FormState ): Page {
	const { accounts } = frame;
	return {
		title: 'Accounts',
		nav: null,
		main: html`<h1>Accounts</h1>
			<p class="muted narrow">
				An account holds apps and WordPress installs. The headless API
				knows it by its name, the usage API by its UUID.
			</p>
			${ noticeBox( frame.notice ) }
			<div class="under-title" id="accounts" data-live>
				${
					accounts.length === 0
						? html`<p class="box inset muted">No accounts yet.</p>`
						: html`<div class="box">
								<table class="accounts">
									<caption class="unseen">
										Accounts
									</caption>
									<thead>
										<tr>
											<th scope="col">Name</th>
											<th scope="col">UUID</th>
										</tr>
									</thead>
									<tbody>
										${ accounts.map( row ) }
									</tbody>
								</table>
							</div>`
				}
			</div>
			${ frame.access.platform === 'write' ? createBox( state ) : lookOnly( frame ) }`,
	};
}
