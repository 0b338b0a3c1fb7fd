/** The page that lists an account's apps with their environments. */
import type { Install } from '../../model/hosting.ts';
import type { Html } from '../html.ts';
import { html } from '../html.ts';
import { icon } from '../icons.ts';
import type { Frame, Page } from '../layout.ts';
import { environmentState, mayChange, noticeBox } from '../layout.ts';
import type { AppView, EnvironmentView } from '../environment-view.ts';
import { accountHref, appHref, environmentHref } from '../environment-view.ts';
import { elapsed, regionWords, stateLabel, time } from '../labels.ts';
import { lastStep, stepWord } from './steps.ts';
import { BUILD_STEPS } from '../../model/hosting.ts';

function currentWords(
	{ running, queued, path }: EnvironmentView,
	now: Date
): Html | null {
	const current = running ?? queued;
	if ( current === null ) {
		return null;
	}
	const step = lastStep( current );
	const place =
		step && BUILD_STEPS.findIndex( ( name ) => name === step.name ) + 1;
	return html`<a
			class="plain"
			href="${ environmentHref( path, `/builds/${ current.number }` ) }"
			>${ stateLabel( current.state, ` ${ current.number }` ) }</a
		>
		${ place && `step ${ place } of ${ BUILD_STEPS.length }, ` }${ current.startTime && elapsed( current.startTime, now ) }`;
}

function lastHappened( view: EnvironmentView, frame: Frame ): Html | null {
	const { now } = frame;
	const [ last ] = view.builds;
	const current = currentWords( view, now );
	if ( current !== null || last === undefined ) {
		return (
			current ??
			( mayChange( frame )
				? html`<a
							href="${ environmentHref( view.path, '/builds#upload' ) }"
							>Upload a zip</a
						>
						to start it`
				: null )
		);
	}
	const at = time( last.finishTime ?? last.createTime, now );
	if ( last.state !== 'failed' ) {
		const by = last.startedBy.replace( /^(upload|portal,) by /, '' );
		return html`Build ${ last.number }, by ${ by }, ${ at }`;
	}
	const step = lastStep( last );
	return html`<a
			class="plain"
			href="${ environmentHref( view.path, `/builds/${ last.number }` ) }"
			><span class="state bad"
				>${ icon( 'failed' ) } Build ${ last.number } failed</span
			></a
		>
		${ step?.state === 'failed' && `at ${ stepWord( step.name ) }, ` }${ at }.${ view.served && ` Build ${ view.served.number } stayed live.` }`;
}

function environmentRow( view: EnvironmentView, frame: Frame ): Html {
	const state = environmentState( view );
	return html`<li>
		<a class="name" href="${ environmentHref( view.path ) }"
			>${ view.environment.displayName }</a
		>
		<span class="state ${ state.tone }"
			>${ icon( state.icon ) } ${ state.word }</span
		>
		<span class="last">${ lastHappened( view, frame ) }</span>
		${ view.served !== null && html`<a class="address" href="${ view.url }" target="_blank" rel="noreferrer">${ view.url.replace( /^https?:\/\//, '' ) }</a>` }
	</li>`;
}

function appLinks( { app }: AppView, frame: Frame ): Html | false {
	const href = appHref( app.accountName, app.appId );
	return (
		mayChange( frame ) &&
		html`<span class="ends">
			<a href="${ href }/environments/new"
				>Add an environment<span class="unseen">
					to ${ app.appId }</span
				></a
			>
			<a
				class="danger-link"
				href="${ href }/delete"
				data-dialog
				aria-label="Delete ${ app.appId }"
				>Delete</a
			>
		</span>`
	);
}

function appBox( view: AppView, frame: Frame ): Html {
	const { app, environments } = view;
	return html`<section
		class="box app"
		id="${ app.appId }"
		aria-labelledby="app-${ app.appId }"
	>
		<header>
			<h2 id="app-${ app.appId }">${ app.appId }</h2>
			<span class="hint">${ regionWords( app.region ) }</span>
			${ appLinks( view, frame ) }
		</header>
		${
			environments.length === 0
				? html`<p class="muted inset">
						No environments yet. An environment, such as Production,
						holds the code and has its own address.
					</p>`
				: html`<ul class="rows">
						${ environments.map( ( one ) => environmentRow( one, frame ) ) }
					</ul>`
		}
	</section>`;
}

function createButton( frame: Frame ): Html {
	return html`<a
		class="button primary"
		href="${ accountHref( frame.accountName ) }/apps/new"
		>Create an app</a
	>`;
}

function noApps( frame: Frame ): Html {
	const command = `curl -u ${ frame.user } -H 'Content-Type: application/json' -d '{"region":"regions/US-C","uploadable":{}}' "${ frame.origin }/v1/accounts/${ frame.accountName }/apps?appId=my-app"`;
	return html`<section class="box empty">
		<h2>No apps yet</h2>
		<p class="muted">
			An app holds your environments, such as Production and Staging.
			Create one, add an environment, then drop in a zip of the code.
		</p>
		${ mayChange( frame ) && html`<p>${ createButton( frame ) }</p>` }
		<details class="more">
			<summary>Do it with curl instead</summary>
			<p class="hint">It asks for the password.</p>
			<div class="field">
				<code>${ command }</code
				><button
					type="button"
					class="needs-script"
					data-copy="${ command }"
					data-copy-name="the command"
				>
					${ icon( 'copy' ) } <span>Copy</span>
				</button>
			</div>
		</details>
	</section>`;
}

function installsBox( frame: Frame, installs: Install[] ): Html {
	const names = installs.map( ( { name } ) => name ).join( ', ' );
	return html`<section class="box inset installs">
		<div>
			<h2>WordPress installs</h2>
			<p class="hint">
				${ names === '' ? 'None yet.' : `${ names }.` } Environments are
				linked to these names.
			</p>
		</div>
		<a class="button" href="/portal/installs"
			>${ mayChange( frame ) ? 'Edit installs' : 'See installs' }</a
		>
	</section>`;
}

/**
 * Makes the Apps page.
 *
 * @param installs The WordPress installs that environments may name.
 */
export function appsPage(
	frame: Frame,
	apps: AppView[],
	installs: Install[]
): Page {
	return {
		title: `Apps · ${ frame.accountName }`,
		running: apps.some( ( { environments } ) =>
			environments.some( ( { running, queued } ) => running ?? queued )
		),
		main: html`<div class="head">
				<h1>Apps</h1>
				${ apps.length > 0 && mayChange( frame ) && html`<div class="buttons">${ createButton( frame ) }</div>` }
			</div>
			${ noticeBox( frame.notice ) }
			<div class="stack" id="apps" data-live>
				${ apps.length === 0 ? noApps( frame ) : apps.map( ( app ) => appBox( app, frame ) ) }
			</div>
			${ apps.length > 0 && installsBox( frame, installs ) }`,
	};
}
