/**
 * The page that lists an account's apps with their environments.
 */
import type { Install } from '../../model.ts';
import type { Html } from '../html.ts';
import { html } from '../html.ts';
import { icon } from '../icons.ts';
import type { Frame, Page } from '../layout.ts';
import { noticeBox } from '../layout.ts';
import type { AppView, EnvironmentView } from '../view.ts';
import { environmentHref } from '../view.ts';
import {
	duration,
	regionWords,
	startedByWords,
	stateLabel,
	time,
	tookMilliseconds,
} from '../words.ts';

function lastHappened( view: EnvironmentView, now: Date ): Html {
	const current = view.running ?? view.queued;
	if ( current !== null ) {
		const took = tookMilliseconds( current, now );
		return html`${ stateLabel( current.state ) } build
		${ current.number }${ took !== null && `, ${ duration( took ) }` }`;
	}
	const [ last ] = view.builds;
	if ( last === undefined ) {
		return html`<a
				href="${ environmentHref( view.path, '/builds#upload' ) }"
				>Upload a zip</a
			>
			to start it`;
	}
	const at = time( last.finishTime ?? last.createTime, now );
	if ( last.state === 'failed' ) {
		return html`<span class="state bad"
				>${ icon( 'failed' ) } Build ${ last.number } failed</span
			>,
			${ at }.${ view.served && ` Build ${ view.served.number } stayed live.` }`;
	}
	return html`Build ${ last.number }. ${ startedByWords( last ) }, ${ at }`;
}

function servedState( view: EnvironmentView ): Html {
	if ( view.served !== null ) {
		return stateLabel( 'live' );
	}
	return html`<span class="state quiet"
		>${ icon( 'nothing' ) }
		${ view.builds.length === 0 ? 'No code yet' : 'Not live yet' }</span
	>`;
}

function environmentRow( view: EnvironmentView, now: Date ): Html {
	return html`<li>
		<a class="name" href="${ environmentHref( view.path ) }"
			>${ view.environment.displayName }</a
		>
		${ servedState( view ) }
		<span class="last">${ lastHappened( view, now ) }</span>
		${ view.served !== null && html`<a class="address" href="${ view.url }" target="_blank" rel="noreferrer">${ view.url.replace( /^https?:\/\//, '' ) }</a>` }
	</li>`;
}

function appBox( { app, environments }: AppView, now: Date ): Html {
	return html`<section
		class="box app"
		id="${ app.appId }"
		aria-labelledby="app-${ app.appId }"
	>
		<header>
			<h2 id="app-${ app.appId }">${ app.appId }</h2>
			<span class="hint">${ regionWords( app.region ) }</span>
		</header>
		${
			environments.length === 0
				? html`<p class="hint inset">
						No environments yet. Create one with
						<code
							>POST
							/v1/accounts/${ app.accountName }/apps/${ app.appId }/environments</code
						>.
					</p>`
				: html`<ul class="rows">
						${ environments.map( ( view ) => environmentRow( view, now ) ) }
					</ul>`
		}
	</section>`;
}

function noApps( frame: Frame ): Html {
	const command = `curl -u ${ frame.user } -H 'Content-Type: application/json' -d '{"region":"regions/US-C","uploadable":{}}' "${ frame.origin }/v1/accounts/${ frame.accountName }/apps?appId=my-app"`;
	return html`<section class="box empty">
		<h2>No apps yet</h2>
		<p class="muted">
			An app holds your environments, such as Production and Staging.
			Create one, add an environment, then drop in a zip of the code.
		</p>
		<p class="hint">From a terminal. It asks for the password.</p>
		<div class="field">
			<code>${ command }</code
			><button
				type="button"
				class="needs-script"
				data-copy="${ command }"
			>
				${ icon( 'copy' ) } <span>Copy</span>
			</button>
		</div>
	</section>`;
}

function installsBox( installs: Install[] ): Html {
	return html`<section class="box inset">
		<h2>WordPress installs</h2>
		${
			installs.length === 0
				? html`<p class="hint">
						None yet. Start the platform with
						<code>--wordpress NAME=URL</code>; environments are
						linked to these names.
					</p>`
				: html`<p class="hint">
							Environments are linked to these names.
						</p>
						<dl class="pairs">
							${ installs.map(
								( { name, url } ) =>
									html`<div>
										<dt>${ name }</dt>
										<dd>
											<a
												href="${ url }"
												target="_blank"
												rel="noreferrer"
												>${ url.replace( /^https?:\/\//, '' ) }</a
											>
										</dd>
									</div>`
							) }
						</dl>`
		}
	</section>`;
}

/**
 * Makes the Apps page.
 *
 * @param frame    The request's frame.
 * @param apps     The account's apps.
 * @param installs The WordPress installs that environments may name.
 */
export function appsPage(
	frame: Frame,
	apps: AppView[],
	installs: Install[]
): Page {
	return {
		title: 'Apps',
		running: apps.some( ( { environments } ) =>
			environments.some( ( { running, queued } ) => running ?? queued )
		),
		main: html`<h1>Apps</h1>
			${ noticeBox( frame.notice ) }
			<div id="apps" data-live>
				${ apps.length === 0 ? noApps( frame ) : apps.map( ( app ) => appBox( app, frame.now ) ) }
			</div>
			${ installsBox( installs ) }`,
	};
}
