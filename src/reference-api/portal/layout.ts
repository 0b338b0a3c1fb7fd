/**
 * What pages are made of: their frame, their way back up, an environment's head with its tabs.
 */
import type { Access } from '../access/access.ts';
import type { Account, Role, ApplicationStatus } from '../model/hosting.ts';
import type { Html, HtmlValue } from './html.ts';
import { html } from './html.ts';
import type { IconName } from './icons.ts';
import { icon } from './icons.ts';
import type { EnvironmentView } from './environment-view.ts';
import { hiddenUploadForm } from './pages/upload-form.ts';
import { accountHref, environmentHref } from './environment-view.ts';

/** A result or a refusal, one line, spoken. */
export interface Notice {
	tone: 'ok' | 'bad';
	text: string;
}

/** What every page has to know about its request. */
export interface Frame {
	/** Name of the API user who is signed in; empty on the sign-in page. */
	user: string;
	/** The role `read` gets no buttons that change data. */
	role: Role;
	/** What the user may do elsewhere. */
	access: Access;
	accounts: Account[];
	/** The account of this page, or empty. */
	accountName: string;
	/** The account that the navigation is about: the page's, else the one that was looked at last. */
	navigationAccount: string;
	now: Date;
	/** Address of the API, for example `http://127.0.0.1:4100`. */
	origin: string;
	notice: Notice | null;
	/** How many fault rules are on. */
	faultsOn: number;
	/** The largest zip that may be uploaded. */
	maxUploadBytes: number;
	/** After how many seconds without an answer an application is restarted; 0 is never. */
	hangTimeoutSeconds: number;
	/** Address of an asset, with its version. */
	asset: ( name: string ) => string;
	/** Addresses of the script's modules. */
	modules: readonly string[];
}

/** The items of the main navigation. */
export const NAVIGATION = [
	'Apps',
	'Disk usage',
	'Requests',
	'Faults',
	'API',
] as const;

/** The name of an item of the main navigation. */
export type NavigationName = ( typeof NAVIGATION )[ number ];

export interface Page {
	title: string;
	main: HtmlValue;
	/** Which item of the main navigation is current; `Apps` if it is left out, null for none. */
	nav?: NavigationName | null;
	/** Something runs: without the script the page refreshes itself. */
	running?: boolean;
	/** What the icon in the browser's tab shows. */
	state?: 'ok' | 'run' | 'bad' | 'warn';
	/** Since when something runs; the title counts from there on. */
	since?: Date | null;
	/** A page that does not change while it is looked at, such as a form, needs no stream. */
	still?: boolean;
}

/** Tells whether the user may change data. */
export function mayChange( frame: Frame ): boolean {
	return frame.role === 'write';
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

const TABS = [
	{ name: 'Overview', rest: '' },
	{ name: 'Builds', rest: '/builds' },
	{ name: 'Settings', rest: '/settings' },
	{ name: 'Variables', rest: '/variables' },
	{ name: 'Cache', rest: '/cache' },
	{ name: 'Disk usage', rest: '/usage' },
] as const;

/** The name of an environment's tab. */
export type TabName = ( typeof TABS )[ number ][ 'name' ];

/** The tabs that the upload belongs to; elsewhere its button is outlined. */
const UPLOAD_TABS: readonly TabName[] = [ 'Overview', 'Builds' ];

/**
 * Renders the way back up.
 *
 * @param links Names with their addresses.
 */
export function breadcrumb( links: { name: string; href: string }[] ): Html {
	return html`<nav class="crumbs" aria-label="Breadcrumb">
		${ links.map( ( link, index ) => [ index > 0 && html`<span aria-hidden="true">/</span>`, html`<a href="${ link.href }">${ link.name }</a>` ] ) }
	</nav>`;
}

/** What visitors get, in a word or three. */
export interface StateWords {
	word: string;
	icon: IconName;
	tone: 'ok' | 'run' | 'bad' | 'quiet';
}

const SERVED_STATES: Record< ApplicationStatus[ 'state' ], StateWords > = {
	up: { word: 'Live', icon: 'served', tone: 'ok' },
	starting: { word: 'Starting', icon: 'running', tone: 'run' },
	unresponsive: { word: 'Not responding', icon: 'failed', tone: 'bad' },
	down: { word: 'Down', icon: 'failed', tone: 'bad' },
};

/**
 * Says what visitors get from an environment. What happened last does not count: a failed build is no outage.
 */
export function environmentState( view: EnvironmentView ): StateWords {
	if ( view.served !== null ) {
		return SERVED_STATES[ view.visitors?.state ?? 'down' ];
	}
	const word = view.builds.length === 0 ? 'No code yet' : 'Not live yet';
	return { word, icon: 'nothing', tone: 'quiet' };
}

/**
 * Renders an environment's buttons: those that change something for those alone who may.
 *
 * @param primary Whether "Upload zip" is this page's filled button.
 */
export function environmentButtons(
	frame: Frame,
	view: EnvironmentView,
	primary: boolean
): Html {
	const changes = mayChange( frame );
	return html`<div class="buttons">
		${ view.served !== null && html`<a class="button" href="${ view.url }" target="_blank" rel="noreferrer">${ icon( 'external' ) } Visit site</a>` }
		${ changes && view.builds.length > 0 && html`<form method="post" action="${ environmentHref( view.path, '/rebuild' ) }"><button>Rebuild</button></form>` }
		${
			changes &&
			html`<a
				class="button${ primary && ' primary' }"
				href="${ environmentHref( view.path, '/builds#upload' ) }"
				data-upload-button
				>${ icon( 'upload' ) } Upload zip</a
			>`
		}
	</div>`;
}

/**
 * Renders the head of an environment's pages: where it is, its state, its buttons, its tabs, what just happened.
 */
export function environmentHead(
	frame: Frame,
	view: EnvironmentView,
	tab: TabName
): Html {
	const { accountName, appId } = view.path;
	const state = environmentState( view );
	const isUploadTab = UPLOAD_TABS.includes( tab );
	return html`${ breadcrumb( [
			{ name: accountName, href: accountHref( accountName ) },
			{ name: appId, href: `${ accountHref( accountName ) }#${ appId }` },
		] ) }
		<div class="head${ ! isUploadTab && ' calm' }" id="head" data-live>
			<h1>${ view.environment.displayName }</h1>
			<span class="pill ${ state.tone }"
				>${ icon( state.icon ) } ${ state.word }</span
			>
			${ environmentButtons( frame, view, isUploadTab ) }
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
		${ noticeBox( frame.notice ) }
		${
			! showsUpload( view, tab ) &&
			mayChange( frame ) &&
			hiddenUploadForm( view, frame.maxUploadBytes )
		}`;
}

/**
 * Tells whether a page shows the form that takes a zip; on the others it appears when a zip is dropped.
 */
function showsUpload( view: EnvironmentView, tab: TabName ): boolean {
	return (
		tab === 'Builds' || ( tab === 'Overview' && view.builds.length === 0 )
	);
}
