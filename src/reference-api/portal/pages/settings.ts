/**
 * An environment's settings: its webhooks, the WordPress install it belongs to, and its root directory.
 *
 * HTML carries the last four characters of the token only, but for the one page that was asked for by a POST.
 */
import type { Action } from '../../../shared/actions.ts';
import { ACTIONS } from '../../../shared/actions.ts';
import type { Install, WebhookSet } from '../../model/hosting.ts';
import type { FormState } from '../forms.ts';
import { isFormRefused, lookOnly, refusal } from '../forms.ts';
import type { Html } from '../html.ts';
import { html } from '../html.ts';
import { icon } from '../icons.ts';
import type { Frame, Page } from '../layout.ts';
import { breadcrumb, environmentHead, mayChange } from '../layout.ts';
import type { EnvironmentView } from '../environment-view.ts';
import { accountHref, environmentHref } from '../environment-view.ts';
import { actionWords, time } from '../labels.ts';
import { rootDirectoryBox } from './root-directory.ts';

const EXPLANATIONS: Record< Action, string > = {
	rebuild: 'Builds the live code again and puts it live.',
	cleanRebuild: 'Same, after dropping the framework’s cached files. Slower.',
	purgeCache: 'Empties the edge cache of this environment. Nothing is built.',
};

/** What an environment's install can be. */
export interface InstallChoice {
	installs: Install[];
	/** What was entered in a form of this page, if it was refused. */
	state: FormState;
}

/** Shortens a webhook's URL to what may be seen. */
export function maskedUrl( url: string ): Html {
	const { origin, pathname, searchParams } = new URL( url );
	const last = pathname.slice( pathname.lastIndexOf( '/' ) + 1 );
	const token = searchParams.get( 'token' ) ?? '';
	return html`${ origin }/wh/v1/…/<wbr /><b>${ last }</b>?token=<b
			>••••${ token.slice( -4 ) }</b
		>`;
}

function lastCall( set: WebhookSet, action: Action, now: Date ): Html {
	const call = set.lastCalls[ action ];
	if ( call === undefined ) {
		return html`<span class="hint">Not called yet</span>`;
	}
	const at = time( call.at, now, 'sentence' );
	if ( call.status < 300 ) {
		return html`<span class="hint"
			>Last called ${ at }, answered ${ call.status }</span
		>`;
	}
	const reason = call.reason || `answered ${ call.status }`;
	return html`<span class="state warn"
		>${ icon( 'warning' ) } Refused at ${ at }: ${ reason }</span
	>`;
}

function webhookSection( frame: Frame, set: WebhookSet, action: Action ): Html {
	const title = `${ actionWords( action ) } webhook`;
	return html`<section class="webhook" aria-labelledby="webhook-${ action }">
		<header>
			<h3 id="webhook-${ action }">${ title }</h3>
			<span id="called-${ action }" data-live
				>${ lastCall( set, action, frame.now ) }</span
			>
		</header>
		<p class="muted">${ EXPLANATIONS[ action ] }</p>
		<div class="field">
			<code data-webhook="${ action }"
				>${ maskedUrl( set.urls[ action ] ) }</code
			>${
				mayChange( frame ) &&
				html`<button
					type="button"
					class="needs-script"
					data-copy-webhook="${ action }"
					data-copy-name="the ${ title }"
				>
					${ icon( 'copy' ) } <span>Copy</span>
				</button>`
			}
		</div>
	</section>`;
}

function showUrls( href: string ): Html {
	return html`<form method="post" action="${ href }" data-show-urls>
		<button class="link">Show full URLs</button>
	</form>`;
}

function webhookButtons( href: ( rest: string ) => string ): Html {
	return html`<a
			class="button"
			href="${ href( '/settings/regenerate' ) }"
			data-dialog
			>Regenerate all</a
		>
		<a
			class="button danger"
			href="${ href( '/settings/delete' ) }"
			data-dialog
			>Delete all</a
		>`;
}

function webhooksBox(
	frame: Frame,
	view: EnvironmentView,
	set: WebhookSet
): Html {
	const href = ( rest: string ) => environmentHref( view.path, rest );
	const urls = href( '/settings/urls' );
	return html`<section
		class="box inset"
		id="webhooks"
		data-webhooks="${ urls }"
	>
		<header class="box-head">
			<h2>Webhooks</h2>
			${ mayChange( frame ) && showUrls( urls ) }
		</header>
		<p class="muted narrow">
			Send a POST to a URL to run its action. All three share one token,
			so pasting one of them into WordPress is enough.
		</p>
		${ ACTIONS.map( ( action ) => webhookSection( frame, set, action ) ) }
		<footer>
			${ mayChange( frame ) ? webhookButtons( href ) : lookOnly( frame ) }
			<span class="hint"
				>Created ${ time( set.createTime, frame.now ) } by
				${ set.createdBy }</span
			>
		</footer>
	</section>`;
}

function createForm( view: EnvironmentView ): Html {
	return html`<form
			method="post"
			action="${ environmentHref( view.path, '/settings/create' ) }"
		>
			<button class="primary">Create a webhook</button>
		</form>
		<p class="hint">
			Makes three URLs: Rebuild, Clean rebuild and Purge cache.
		</p>`;
}

function noWebhooksBox( frame: Frame, view: EnvironmentView ): Html {
	return html`<section class="box inset" id="webhooks">
		<h2>Webhooks</h2>
		<p class="muted narrow">
			No webhooks yet. Create them to let WordPress, a CI job or a
			schedule rebuild this environment or purge its cache.
		</p>
		${ mayChange( frame ) ? createForm( view ) : lookOnly( frame ) }
	</section>`;
}

function installForm( view: EnvironmentView, choice: InstallChoice ): Html {
	const { installs, state } = choice;
	const { wpEnvironment } = view.environment;
	const chosen = state.values.install ?? wpEnvironment;
	const refused = isFormRefused( state, 'install' );
	// What is linked is offered even if its install is not there any more.
	const isKnown = installs.some( ( { name } ) => name === wpEnvironment );
	return html`<form
			class="choose"
			method="post"
			action="${ environmentHref( view.path, '/settings/install' ) }"
		>
			<select
				name="install"
				aria-labelledby="install-title"
				${ refused && html` aria-invalid="true" aria-describedby="install-refusal" autofocus` }
			>
				${ ! isKnown && html`<option value="${ wpEnvironment }" selected>${ wpEnvironment }, no address</option>` }
				${ installs.map( ( { name, url } ) => html`<option value="${ name }" ${ name === chosen && html` selected` }>${ name }, ${ url }</option>` ) }
			</select>
			<button>Save</button>
		</form>
		${ refused && refusal( 'install', state ) }
		<p class="hint">
			It counts from the next build.
			<a href="/portal/installs">See all installs</a>
		</p>`;
}

function linkedInstall( { environment, install }: EnvironmentView ): Html {
	return html`<p>
		${ environment.wpEnvironment }${ install && html`, <a href="${ install.url }" target="_blank" rel="noreferrer">${ install.url }</a>` }
	</p>`;
}

function installBox(
	frame: Frame,
	view: EnvironmentView,
	choice: InstallChoice
): Html {
	return html`<section class="box inset">
		<h2 id="install-title">WordPress install</h2>
		<p class="muted narrow">
			Builds get its address as <code>WORDPRESS_URL</code> and
			<code>NEXT_PUBLIC_WORDPRESS_URL</code>.
		</p>
		${ mayChange( frame ) ? installForm( view, choice ) : linkedInstall( view ) }
	</section>`;
}

function deletionBox( view: EnvironmentView ): Html {
	return html`<section class="box inset switch">
		<div>
			<h2>Delete this environment</h2>
			<p class="muted narrow">
				Its builds, files, variables and webhooks go with it, and its
				address stops answering.
			</p>
		</div>
		<a
			class="button danger"
			href="${ environmentHref( view.path, '/delete' ) }"
			data-dialog
			>Delete environment</a
		>
	</section>`;
}

/**
 * Makes the page of the full URLs, for whoever has no script; like every answer of the portal it is kept by nobody.
 */
export function urlsPage( view: EnvironmentView, set: WebhookSet ): Page {
	const { accountName, appId } = view.path;
	const account = accountHref( accountName );
	const settings = environmentHref( view.path, '/settings' );
	return {
		title: 'Full URLs',
		still: true,
		main: html`${ breadcrumb( [
				{ name: accountName, href: account },
				{ name: appId, href: `${ account }#${ appId }` },
				{
					name: view.environment.displayName,
					href: environmentHref( view.path ),
				},
				{ name: 'Settings', href: settings },
			] ) }
			<h1>Full URLs</h1>
			<p class="muted">
				Whoever has one of them can run its action. Keep them secret.
			</p>
			<section class="box inset under-title" aria-label="Webhooks">
				${ ACTIONS.map(
					( action ) =>
						html`<section class="webhook">
							<h2>${ actionWords( action ) } webhook</h2>
							<div class="field">
								<code>${ set.urls[ action ] }</code>
							</div>
						</section>`
				) }
			</section>
			<p><a href="${ settings }">Hide full URLs</a></p>`,
	};
}

/**
 * Makes the Settings page.
 *
 * @param set    Its webhooks, or null.
 * @param choice What its install can be.
 */
export function settingsPage(
	frame: Frame,
	view: EnvironmentView,
	set: WebhookSet | null,
	choice: InstallChoice
): Page {
	return {
		title: `Settings of ${ view.environment.displayName }`,
		main: html`${ environmentHead( frame, view, 'Settings' ) }
		${ set === null ? noWebhooksBox( frame, view ) : webhooksBox( frame, view, set ) }
		${ installBox( frame, view, choice ) }
		${ rootDirectoryBox( frame, view, choice.state ) }
		${ mayChange( frame ) && deletionBox( view ) }`,
	};
}
