/**
 * The document around every page: its head, the navigation, and what speaks to screen readers.
 */
import type { Html } from './html.ts';
import { html } from './html.ts';
import { icon } from './icons.ts';
import type { Frame, NavigationName, Page } from './layout.ts';
import { NAVIGATION } from './layout.ts';
import { markLiveParts } from './live-regions.ts';
import { accountHref } from './environment-view.ts';
import { countWords, elapsedWords } from './labels.ts';

const REFRESH_SECONDS = 5;

const USERS = 'API users';

/** Where the account menu leads besides the accounts. */
const MENU = [
	{ name: 'Accounts', href: '/portal/accounts' },
	{ name: USERS, href: '/portal/users' },
	{ name: 'Installs', href: '/portal/installs' },
];

/** Pages for users with a role on the whole platform. */
const OF_PLATFORM: readonly string[] = [ USERS, 'Requests', 'Faults' ];

function isOffered( { access }: Frame, name: string ): boolean {
	return access.platform !== 'none' || ! OF_PLATFORM.includes( name );
}

function accountMenu( frame: Frame ): Html {
	const account = frame.navigationAccount;
	return html`<details class="menu">
		<summary>
			<span class="hint">Account</span>
			${ account === '' ? 'none' : account }
		</summary>
		<div class="menu-box">
			<p class="hint">
				Signed in as
				${ frame.user }${ frame.role === 'read' && ', who may look' }
			</p>
			${
				frame.accounts.length > 0 &&
				html`<ul aria-label="Switch account">
					${ frame.accounts.map(
						( { name } ) =>
							html`<li>
								<a
									href="${ accountHref( name ) }"
									${ name === account && html` aria-current="true"` }
									>${ name }
									${ name === account && icon( 'done' ) }</a
								>
							</li>`
					) }
				</ul>`
			}
			<ul>
				${ MENU.filter( ( { name } ) => isOffered( frame, name ) ).map( ( { name, href } ) => html`<li><a href="${ href }">${ name }</a></li>` ) }
			</ul>
			<form method="post" action="/portal/sign-out">
				<button class="link">Sign out</button>
			</form>
		</div>
	</details>`;
}

function navigationHref( frame: Frame, name: NavigationName ): string {
	const account = frame.navigationAccount;
	switch ( name ) {
		case 'Apps':
			return account === '' ? '/portal' : accountHref( account );
		case 'Disk usage':
			return account === ''
				? '/portal'
				: `${ accountHref( account ) }/usage`;
		case 'Requests':
			return '/portal/requests';
		case 'Faults':
			return '/portal/faults';
		case 'API':
			return '/portal/api';
	}
}

function mainNavigation( frame: Frame, { nav = 'Apps' }: Page ): Html {
	const on = frame.faultsOn > 0 && `${ frame.faultsOn } on`;
	return html`<nav class="main-nav" aria-label="Main">
		${ NAVIGATION.filter( ( name ) => isOffered( frame, name ) ).map(
			( name ) =>
				html`<a
					href="${ navigationHref( frame, name ) }"
					${ name === nav && html` aria-current="true"` }
					>${ name }${ name === 'Faults' && html`<span class="count-on" id="faults-on" data-live>${ on }</span>` }</a
				>`
		) }
	</nav>`;
}

function faultsLine( frame: Frame ): Html {
	const { faultsOn } = frame;
	const words =
		faultsOn > 0 &&
		html`<div class="wide">
			${ icon( 'warning' ) }
			<span
				>${ countWords( faultsOn, 'fault rule' ) }
				${ faultsOn === 1 ? 'is' : 'are' } on. Some answers are wrong on
				purpose.</span
			>
			${ isOffered( frame, 'Faults' ) && html`<a href="/portal/faults">See rules</a>` }
		</div>`;
	return html`<div class="amber" id="faults-line" data-live>${ words }</div>`;
}

function header( frame: Frame, page: Page ): Html {
	const isSignedIn = frame.user !== '';
	return html`<header class="top">
		<div class="wide">
			<a class="brand" href="/portal"
				><svg
					viewBox="0 0 18 16"
					width="18"
					height="16"
					aria-hidden="true"
				>
					<rect width="18" height="4" rx="2" />
					<rect y="6" width="12" height="4" rx="2" opacity=".65" />
					<rect y="12" width="7" height="4" rx="2" opacity=".4" />
				</svg>
				Headless Deploy</a
			>
			${ isSignedIn && [ mainNavigation( frame, page ), accountMenu( frame ) ] }
		</div>
		${ isSignedIn && faultsLine( frame ) }
	</header>`;
}

function titleTag( { now }: Frame, { title, since }: Page ): Html {
	const words = `${ title } · Headless Deploy`;
	return since
		? html`<title
				data-words="${ words }"
				data-since="${ since.toISOString() }"
			>
				${ words.replace( '{}', elapsedWords( since, now ) ) }
			</title>`
		: html`<title>${ words }</title>`;
}

function headTags( frame: Frame, page: Page ): Html {
	const { asset } = frame;
	const image = page.state ? `favicon-${ page.state }.svg` : 'favicon.svg';
	return html`${ titleTag( frame, page ) }
		${ page.running && html`<noscript><meta http-equiv="refresh" content="${ REFRESH_SECONDS }" /></noscript>` }
		<link rel="icon" href="${ asset( image ) }" />
		<link rel="stylesheet" href="${ asset( 'portal.css' ) }" />
		${ frame.modules.map( ( href ) => html`<link rel="modulepreload" href="${ href }" />` ) }
		<script src="${ asset( 'portal.js' ) }" type="module"></script>`;
}

/**
 * Renders a whole document.
 *
 * @param page What is particular to this page.
 */
export function renderPage( frame: Frame, page: Page ): string {
	const stream =
		frame.user !== '' && ! page.still && html` data-stream="/portal/live"`;
	const { markup } = html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta
					name="viewport"
					content="width=device-width, initial-scale=1"
				/>
				<meta name="color-scheme" content="light dark" />
				${ headTags( frame, page ) }
			</head>
			<body
				data-now="${ frame.now.toISOString() }"
				${ stream }${ page.running && html` data-running` }
			>
				<a class="skip" href="#main">Skip to the content</a>
				${ header( frame, page ) }
				<main id="main" class="wide" tabindex="-1">${ page.main }</main>
				<p class="speaker" role="status" data-speaker></p>
				<p class="speaker" role="alert" data-alarm></p>
			</body>
		</html> `;
	return markLiveParts( markup );
}
