/** The sign-in page. */
import { html } from '../html.ts';
import { icon } from '../icons.ts';
import type { Notice, Page } from '../layout.ts';
import { noticeBox } from '../layout.ts';

export interface SignInState {
	/** Where to go afterwards, a path of the portal. */
	next: string;
	/** What was typed as user ID. */
	user: string;
	/** The command that starts this platform. */
	startCommand: string;
	/** The last try did not match. */
	refused: boolean;
	/** It was led to by a one-time link that leads nowhere any more. */
	isLinkSpent?: boolean;
}

const SPENT: Notice = {
	tone: 'bad',
	text: 'This link was used or has expired. Sign in with an API user and its password.',
};

/**
 * Makes the sign-in page.
 *
 * @param state What is known so far.
 */
export function signInPage( state: SignInState ): Page {
	const { next, user, refused, startCommand, isLinkSpent = false } = state;
	return {
		title: 'Sign in',
		main: html`<div class="sign-in">
			<h1>Sign in</h1>
			${ isLinkSpent && noticeBox( SPENT ) }
			<p class="muted">
				The quickest way: open the link that your terminal printed. It
				works once. Stop the platform and run
				<code>${ startCommand }</code> again to print a new one.
				${ startCommand === 'npm start' && 'It also prints the user ID and the password.' }
			</p>
			<form class="box inset" method="post" action="/portal/sign-in">
				<h2>Or with an API user</h2>
				<input type="hidden" name="next" value="${ next }" />
				<label for="user">API user ID</label>
				<input
					id="user"
					name="user"
					autocomplete="username"
					autocapitalize="none"
					required
					value="${ user }"
				/>
				<label for="password">API password</label>
				<input
					id="password"
					name="password"
					type="password"
					autocomplete="current-password"
					required${ refused && html` aria-invalid="true" aria-describedby="refused" autofocus` }
				/>
				${ refused && html`<p class="state bad" id="refused" role="alert">${ icon( 'failed' ) } The user ID or password is incorrect.</p>` }
				<button class="primary">Sign in</button>
			</form>
		</div>`,
	};
}
