/**
 * The frame around every page.
 */
import type { Account } from '../model.ts';
import type { Html, HtmlValue } from './html.ts';
import { html } from './html.ts';
import { icon } from './icons.ts';
import type { EnvironmentView } from './view.ts';
import { accountHref, environmentHref } from './view.ts';

const REFRESH_SECONDS = 5;

/** A result or a refusal, one line, spoken. */
export interface Notice {
	tone: 'ok' | 'bad';
	text: string;
}

/** What every page has to know about its request. */
export interface Frame {
	/** Name of the API user who is signed in; empty on the sign-in page. */
	user: string;
	accounts: Account[];
	/** The account of this page, or empty. */
	accountName: string;
	now: Date;
	/** Address of the API, for example `http://127.0.0.1:4100`. */
	origin: string;
	notice: Notice | null;
	/** Address of an asset, with its version. */
	asset: ( name: 'portal.css' | 'portal.js' | 'favicon.svg' ) => string;
}

export interface Page {
	title: string;
	main: HtmlValue;
	/** Something runs: the page refreshes itself. */
	running?: boolean;
}

function accountSwitcher( frame: Frame ): Html {
	const others = frame.accounts.filter(
		( { name } ) => name !== frame.accountName
	);
	return html`<details class="menu">
		<summary>
			<span class="hint">Account</span> ${ frame.accountName }
		</summary>
		<div class="menu-box">
			${ others.map( ( { name } ) => html`<a href="${ accountHref( name ) }">${ name }</a>` ) }
			<p class="hint">Signed in as ${ frame.user }</p>
			<form method="post" action="/portal/sign-out">
				<button class="link">Sign out</button>
			</form>
		</div>
	</details>`;
}

function header( frame: Frame ): Html {
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
			${
				frame.user !== '' &&
				html`<nav aria-label="Main">
						<a
							href="${ frame.accountName === '' ? '/portal' : accountHref( frame.accountName ) }"
							aria-current="true"
							>Apps</a
						>
					</nav>
					${ accountSwitcher( frame ) }`
			}
		</div>
	</header>`;
}

/**
 * Shows a result or a refusal.
 *
 * @param notice What to say, or null.
 */
export function noticeBox( notice: Notice | null ): Html | null {
	return (
		notice &&
		html`<p
			class="notice ${ notice.tone }"
			role="${ notice.tone === 'bad' ? 'alert' : 'status' }"
		>
			${ icon( notice.tone === 'bad' ? 'failed' : 'served' ) }
			<span>${ notice.text }</span>
		</p>`
	);
}

/**
 * Renders a whole document.
 *
 * @param frame The request's frame.
 * @param page  What is particular to this page.
 */
export function renderPage( frame: Frame, page: Page ): string {
	return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${ page.title } · Headless Deploy</title>
${ page.running && html`<noscript><meta http-equiv="refresh" content="${ REFRESH_SECONDS }" /></noscript>` }
<link rel="icon" href="${ frame.asset( 'favicon.svg' ) }">
<link rel="stylesheet" href="${ frame.asset( 'portal.css' ) }">
<script src="${ frame.asset( 'portal.js' ) }" defer></script>
</head>
<body${ page.running && html` data-running` }>
<a class="skip" href="#main">Skip to the content</a>
${ header( frame ) }
<main id="main" class="wide" tabindex="-1">
${ page.main }
</main>
<p class="speaker" role="status" aria-live="polite" data-speaker></p>
</body>
</html>
`.toString();
}

const TABS = [
	{ name: 'Overview', rest: '' },
	{ name: 'Builds', rest: '/builds' },
	{ name: 'Settings', rest: '/settings' },
] as const;

/** The name of an environment's tab. */
export type TabName = ( typeof TABS )[ number ][ 'name' ];

/**
 * Renders the way back up.
 *
 * @param links Names with their addresses; a name alone leads nowhere.
 */
export function breadcrumb( links: { name: string; href: string }[] ): Html {
	return html`<nav class="crumbs" aria-label="Breadcrumb">
		${ links.map( ( link, index ) => [ index > 0 && html`<span aria-hidden="true">/</span>`, html`<a href="${ link.href }">${ link.name }</a>` ] ) }
	</nav>`;
}

/**
 * Shows what visitors get from an environment.
 *
 * @param view The environment.
 */
export function environmentPill( view: EnvironmentView ): Html {
	if ( view.served !== null ) {
		return html`<span class="pill ok">${ icon( 'served' ) } Live</span>`;
	}
	return html`<span class="pill quiet"
		>${ icon( 'nothing' ) }
		${ view.builds.length === 0 ? 'No code yet' : 'Not live yet' }</span
	>`;
}

/**
 * Renders an environment's buttons.
 *
 * @param view    The environment.
 * @param primary Whether "Upload zip" is this page's filled button.
 */
export function environmentButtons(
	view: EnvironmentView,
	primary: boolean
): Html {
	return html`<div class="buttons">
		${ view.served !== null && html`<a class="button" href="${ view.url }" target="_blank" rel="noreferrer">${ icon( 'external' ) } Visit site</a>` }
		${ view.builds.length > 0 && html`<form method="post" action="${ environmentHref( view.path, '/rebuild' ) }"><button>Rebuild</button></form>` }
		<a
			class="button${ primary && ' primary' }"
			href="${ environmentHref( view.path, '/builds#upload' ) }"
			data-upload-button
			>${ icon( 'upload' ) } Upload zip</a
		>
	</div>`;
}

/**
 * Renders the head of an environment's pages: where it is, its state, its buttons, its tabs, what just happened.
 *
 * @param frame The request's frame.
 * @param view  The environment.
 * @param tab   The current tab.
 */
export function environmentHead(
	frame: Frame,
	view: EnvironmentView,
	tab: TabName
): Html {
	const { accountName, appId } = view.path;
	return html`${ breadcrumb( [
			{ name: accountName, href: accountHref( accountName ) },
			{ name: appId, href: `${ accountHref( accountName ) }#${ appId }` },
		] ) }
		<div class="head${ tab === 'Settings' && ' calm' }" id="head" data-live>
			<h1>${ view.environment.displayName }</h1>
			${ environmentPill( view ) }
			${ environmentButtons( view, tab !== 'Settings' ) }
		</div>
		<nav class="tabs" aria-label="Environment">
			${ TABS.map(
				( { name, rest } ) =>
					html`<a
						href="${ environmentHref( view.path, rest ) }"
						${ name === tab && html` aria-current="page"` }
						>${ name }</a
					>`
			) }
		</nav>
		${ noticeBox( frame.notice ) }`;
}
