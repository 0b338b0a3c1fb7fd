/**
 * An environment's settings: its webhooks and the WordPress install it belongs to.
 *
 * HTML carries the last four characters of the token only.
 */
import type { Action } from '../../../shared/actions.ts';
import { ACTIONS } from '../../../shared/actions.ts';
import type { WebhookSet } from '../../model.ts';
import type { Html } from '../html.ts';
import { html } from '../html.ts';
import { icon } from '../icons.ts';
import type { Frame, Page } from '../layout.ts';
import { environmentHead } from '../layout.ts';
import type { EnvironmentView } from '../view.ts';
import { environmentHref } from '../view.ts';
import { actionWords, time } from '../words.ts';

const EXPLANATIONS: Record< Action, string > = {
	rebuild: 'Builds the uploaded code again and puts it live.',
	cleanRebuild: 'Same, after dropping the framework’s cached files. Slower.',
	purgeCache: 'Empties the edge cache of this environment. Nothing is built.',
};

const REFUSALS: Record< number, string > = {
	403: 'wrong or old token',
	404: 'no such webhook',
	405: 'not a POST',
	422: 'no code uploaded yet',
	429: 'too many builds',
};

/**
 * Shortens a webhook's URL to what may be seen.
 *
 * @param url The full URL.
 */
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
	const reason = REFUSALS[ call.status ] ?? `answered ${ call.status }`;
	return html`<span class="state warn"
		>${ icon( 'warning' ) } Refused at ${ at }: ${ reason }</span
	>`;
}

function webhookSection( set: WebhookSet, action: Action, now: Date ): Html {
	const title = `${ actionWords( action ) } webhook`;
	return html`<section class="webhook" aria-labelledby="webhook-${ action }">
		<header>
			<h3 id="webhook-${ action }">${ title }</h3>
			${ lastCall( set, action, now ) }
		</header>
		<p class="muted">${ EXPLANATIONS[ action ] }</p>
		<div class="field">
			<code data-webhook="${ action }"
				>${ maskedUrl( set.urls[ action ] ) }</code
			><button
				type="button"
				class="needs-script"
				data-copy-webhook="${ action }"
				data-copy-name="the ${ title }"
			>
				${ icon( 'copy' ) } <span>Copy</span>
			</button>
		</div>
	</section>`;
}

function webhooksBox(
	view: EnvironmentView,
	set: WebhookSet,
	now: Date
): Html {
	const href = ( rest: string ) => environmentHref( view.path, rest );
	return html`<section
		class="box inset"
		id="webhooks"
		data-webhooks="${ href( '/settings/urls' ) }"
	>
		<header class="box-head">
			<h2>Webhooks</h2>
			<form
				method="post"
				action="${ href( '/settings/urls' ) }"
				data-show-urls
			>
				<button class="link">Show full URLs</button>
			</form>
		</header>
		<p class="muted narrow">
			Send a POST to a URL to run its action. All three share one token,
			so pasting one of them into WordPress is enough.
		</p>
		${ ACTIONS.map( ( action ) => webhookSection( set, action, now ) ) }
		<footer>
			<a
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
			>
			<span class="hint"
				>Created ${ time( set.createTime, now ) } by
				${ set.createdBy }</span
			>
		</footer>
	</section>`;
}

function noWebhooksBox( view: EnvironmentView ): Html {
	return html`<section class="box inset" id="webhooks">
		<h2>Webhooks</h2>
		<p class="muted narrow">
			No webhooks yet. Create them to let WordPress, a CI job or a
			schedule rebuild this environment or purge its cache.
		</p>
		<form
			method="post"
			action="${ environmentHref( view.path, '/settings/create' ) }"
		>
			<button class="primary">Create a webhook</button>
		</form>
		<p class="hint">
			Makes three URLs: Rebuild, Clean rebuild and Purge cache.
		</p>
	</section>`;
}

function installBox( { environment, install }: EnvironmentView ): Html {
	return html`<section class="box inset">
		<h2>WordPress install</h2>
		<p class="muted narrow">
			Builds get its address as <code>WORDPRESS_URL</code> and
			<code>NEXT_PUBLIC_WORDPRESS_URL</code>.
		</p>
		<p>
			${ environment.wpEnvironment }${ install && html`, <a href="${ install.url }" target="_blank" rel="noreferrer">${ install.url }</a>` }
		</p>
	</section>`;
}

/**
 * Makes the Settings page.
 *
 * @param frame The request's frame.
 * @param view  The environment.
 * @param set   Its webhooks, or null.
 */
export function settingsPage(
	frame: Frame,
	view: EnvironmentView,
	set: WebhookSet | null
): Page {
	return {
		title: `Settings of ${ view.environment.displayName }`,
		main: html`${ environmentHead( frame, view, 'Settings' ) }
		${ set === null ? noWebhooksBox( view ) : webhooksBox( view, set, frame.now ) }
		${ installBox( view ) }`,
	};
}
